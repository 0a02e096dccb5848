-- Why: whether a limiter forgives two requests close together is learned from those that were.
-- Lock: ACCESS EXCLUSIVE on dragoman.pacing for a moment; constant defaults rewrite nothing.

ALTER TABLE dragoman.pacing
    -- The last admission, whether it followed the one before too closely, and what came of such.
    ADD COLUMN last_at timestamptz,
    ADD COLUMN is_hurried boolean NOT NULL DEFAULT false,
    ADD COLUMN trust integer NOT NULL DEFAULT 1;
