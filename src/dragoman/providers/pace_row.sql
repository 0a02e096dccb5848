-- name: insert_pace
-- The row of a credential nobody has used lately; one that is there stays as it is.
INSERT INTO dragoman.pacing (credential_id, model, rate, cap, phase)
VALUES (%(credential_id)s, %(model)s, %(rate)s, %(cap)s, %(phase)s)
ON CONFLICT (credential_id, model) DO NOTHING;

-- name: admit_request
-- One admission: now is the time of it, wait the seconds to sleep first (0 = admitted). The row is a
-- cache of work, so losing the last of it in a crash of the server is cheaper than a flush each time.
WITH fast AS (
    SELECT set_config('synchronous_commit', 'off', true) AS mode, clock_timestamp() AS now
), taken AS (
    UPDATE dragoman.pacing AS pacing
    SET next_at = greatest(pacing.next_at, fast.now - %(catch_up)s::interval)
            + greatest(
                1 / pacing.rate,
                %(cost)s::double precision,
                CASE WHEN pacing.failures > 0 THEN %(probe)s::double precision ELSE 0 END
            ) * interval '1 second',
        used_at = fast.now
    FROM fast
    WHERE pacing.credential_id = %(credential_id)s
        AND pacing.model = %(model)s
        AND pacing.next_at <= fast.now
        AND fast.mode = 'off'
    RETURNING pacing.*, fast.now AS asked_at
)
SELECT taken.*, 0::double precision AS wait FROM taken
UNION ALL
SELECT pacing.*, fast.now, greatest(extract(epoch FROM pacing.next_at - fast.now), 0.001)
FROM dragoman.pacing AS pacing, fast
WHERE pacing.credential_id = %(credential_id)s
    AND pacing.model = %(model)s
    AND NOT EXISTS (SELECT FROM taken);

-- name: lock_pace
-- The row as it is, held until the end of the transaction, and the time after the lock was granted.
SELECT locked.*, clock_timestamp() AS asked_at
FROM (
    SELECT * FROM dragoman.pacing
    WHERE credential_id = %(credential_id)s AND model = %(model)s
    FOR UPDATE
) AS locked;

-- name: update_pace
-- The row after a growth, a success or a limitation.
UPDATE dragoman.pacing
SET next_at = to_timestamp(%(next_at)s),
    rate = %(rate)s,
    cap = %(cap)s,
    phase = %(phase)s,
    last_cut_at = to_timestamp(%(last_cut_at)s),
    limited_at = to_timestamp(%(limited_at)s),
    changed_at = to_timestamp(%(changed_at)s),
    failures = %(failures)s,
    used_at = clock_timestamp()
WHERE credential_id = %(credential_id)s AND model = %(model)s;

-- name: sweep_paces
-- Forgets the pace of credentials idle for a day.
DELETE FROM dragoman.pacing WHERE used_at < clock_timestamp() - interval '24 hours';
