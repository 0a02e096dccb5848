-- name: insert_pace
-- The row of a credential nobody has used lately; one that is there stays as it is.
INSERT INTO dragoman.pacing (credential_id, model, rate, cap, phase, opened_at)
VALUES (%(credential_id)s, %(model)s, %(rate)s, %(cap)s, %(phase)s, clock_timestamp())
ON CONFLICT (credential_id, model) DO NOTHING;

-- name: admit_request
-- One admission, as pacing.admit: wait is the seconds to sleep first, admitted whether that is all.
-- The row is a cache of work: losing the last of it in a crash of the server is cheaper than a flush
-- each time. asked_at is taken after the row's lock was granted, so that times never run backwards.
WITH fast AS (
    SELECT set_config('synchronous_commit', 'off', true) AS mode
), locked AS (
    SELECT pacing.*
    FROM dragoman.pacing AS pacing, fast
    WHERE pacing.credential_id = %(credential_id)s
        AND pacing.model = %(model)s
        AND fast.mode = 'off'
    FOR UPDATE OF pacing
), asked AS (
    SELECT locked.*,
        clock.now AS asked_at,
        greatest(extract(epoch FROM locked.next_at - clock.now)::double precision, 0) AS wait,
        greatest(
            1 / locked.rate,
            %(cost)s::double precision,
            CASE
                WHEN locked.failures = 0 THEN 0
                WHEN locked.failures = 1
                    AND locked.next_at - locked.changed_at
                        < %(closed)s::double precision * interval '1 second'
                THEN %(first_probe)s::double precision
                ELSE %(probe)s::double precision
            END
        ) AS gap,
        greatest(
            locked.next_at,
            clock.now - CASE
                WHEN locked.trust > 0 THEN %(catch_up)s::double precision
                ELSE %(strict_catch_up)s::double precision
            END / locked.rate * interval '1 second'
        ) AS start_at,
        greatest(locked.next_at, clock.now) AS leave_at
    FROM locked,
        LATERAL (SELECT coalesce(%(now)s::timestamptz, clock_timestamp()) AS now) AS clock
), taken AS (
    UPDATE dragoman.pacing AS pacing
    SET next_at = asked.start_at + asked.gap * interval '1 second',
        granted = asked.granted + 1,
        mark_paused = asked.mark_paused
            + extract(epoch FROM asked.start_at - asked.next_at)::double precision
            + asked.gap - 1 / asked.rate,
        last_at = asked.leave_at,
        is_hurried = coalesce(
            extract(epoch FROM asked.leave_at - asked.last_at)::double precision
                < %(hurried)s::double precision / asked.rate,
            false
        ),
        used_at = asked.asked_at
    FROM asked
    WHERE pacing.credential_id = asked.credential_id
        AND pacing.model = asked.model
        AND asked.wait <= %(lead)s::double precision
    RETURNING pacing.*, asked.asked_at, asked.wait, asked.gap, asked.start_at, asked.leave_at
)
SELECT taken.*, true AS admitted FROM taken
UNION ALL
SELECT asked.*, false FROM asked WHERE asked.wait > %(lead)s::double precision;

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
    opened_at = to_timestamp(%(opened_at)s),
    failures = %(failures)s,
    granted = %(granted)s,
    changed_granted = %(changed_granted)s,
    mark_at = to_timestamp(%(mark_at)s),
    mark_granted = %(mark_granted)s,
    mark_paused = %(mark_paused)s,
    goal = %(goal)s,
    floor = %(floor)s,
    last_at = to_timestamp(%(last_at)s),
    is_hurried = %(is_hurried)s,
    trust = %(trust)s,
    used_at = clock_timestamp()
WHERE credential_id = %(credential_id)s AND model = %(model)s;

-- name: sweep_paces
-- Forgets the pace of credentials idle for a day.
DELETE FROM dragoman.pacing WHERE used_at < clock_timestamp() - interval '24 hours';
