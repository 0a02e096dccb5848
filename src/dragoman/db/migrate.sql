-- name: find_latest
-- The number of the newest migration of one line; no row when the table itself is missing.
SELECT coalesce(max(number), 0) AS number FROM dragoman.migration WHERE line = %(line)s;

-- name: has_table
-- Whether this database was ever migrated.
SELECT to_regclass('dragoman.migration') IS NOT NULL AS has_table;

-- name: take_turn
-- Lets one program at a time migrate this database; released by the end of the transaction.
SELECT pg_advisory_xact_lock(%(key)s);

-- name: make_schema
-- The schema, before its first table (IF NOT EXISTS alone is no guard against a race; the turn is).
CREATE SCHEMA IF NOT EXISTS dragoman;

-- name: make_table
-- The list of migrations that ran; the only table that no migration makes.
CREATE TABLE IF NOT EXISTS dragoman.migration (
    line text NOT NULL,
    number integer NOT NULL,
    name text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (line, number)
);

-- name: record_migration
-- Notes that a migration ran, in the transaction in which it ran.
INSERT INTO dragoman.migration (line, number, name)
VALUES (%(line)s, %(number)s, %(name)s);
