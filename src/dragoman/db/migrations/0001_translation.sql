-- Why: accepted translations outlive a killed command (checkpoint), and all processes that use one
-- credential share its pace (pacing). Both are caches of work, not truth: truth is in lock files.
-- Lock: none that anybody waits for; both tables are new.

CREATE TABLE dragoman.checkpoint (
    -- A hash over everything that makes a translation reusable; the translation room makes it.
    scope text PRIMARY KEY,
    target text NOT NULL CHECK (target <> ''),
    model text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    expires_at timestamptz NOT NULL,
    CHECK (expires_at > created_at)
);

CREATE INDEX checkpoint_expires_at ON dragoman.checkpoint (expires_at);

CREATE TABLE dragoman.pacing (
    -- Names the credential, never holds it: rotating a key keeps the pace.
    credential_id text NOT NULL,
    model text NOT NULL,
    -- The earliest time of the next request.
    next_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- Requests per second; the cap is NULL while no limit is known.
    rate double precision NOT NULL CHECK (rate > 0),
    cap double precision CHECK (cap > 0),
    phase text NOT NULL,
    -- Requests admitted before the last cut belong to its event.
    last_cut_at timestamptz,
    limited_at timestamptz,
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
    used_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (credential_id, model)
);

CREATE INDEX pacing_used_at ON dragoman.pacing (used_at);
