-- Why: a pace learns an unknown limit from what was granted between rejections, so the row counts.
-- Lock: ACCESS EXCLUSIVE on dragoman.pacing for a moment; constant defaults rewrite nothing.

ALTER TABLE dragoman.pacing
    -- Admissions since opened_at, without the rejected ones.
    ADD COLUMN opened_at timestamptz NOT NULL DEFAULT now(),
    ADD COLUMN granted bigint NOT NULL DEFAULT 0 CHECK (granted >= 0),
    ADD COLUMN changed_granted bigint NOT NULL DEFAULT 0,
    -- A rejection from which grants are counted, and the seconds since then without any request.
    ADD COLUMN mark_at timestamptz,
    ADD COLUMN mark_granted bigint NOT NULL DEFAULT 0,
    ADD COLUMN mark_paused double precision NOT NULL DEFAULT 0,
    -- Where a growing pace ends, and where it began.
    ADD COLUMN goal double precision CHECK (goal > 0),
    ADD COLUMN floor double precision NOT NULL DEFAULT 0;
