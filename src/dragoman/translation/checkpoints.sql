-- name: find_checkpoints
-- The accepted translations of these scopes that have not expired.
SELECT scope, target
FROM dragoman.checkpoint
WHERE scope = ANY(%(scopes)s::text[]) AND expires_at > clock_timestamp();

-- name: store_checkpoints
-- Keeps what a reply brought; a scope that is already there keeps its newer text.
INSERT INTO dragoman.checkpoint (scope, target, model, created_at, expires_at)
SELECT
    row.scope,
    row.target,
    %(model)s::text,
    statement_timestamp(),
    statement_timestamp() + %(lifetime)s::interval
FROM unnest(%(scopes)s::text[], %(targets)s::text[]) AS row (scope, target)
ON CONFLICT (scope) DO UPDATE
SET target = excluded.target, created_at = excluded.created_at, expires_at = excluded.expires_at;

-- name: sweep_checkpoints
-- Deletes what has expired.
DELETE FROM dragoman.checkpoint WHERE expires_at <= clock_timestamp();
