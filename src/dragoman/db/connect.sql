-- name: prepare_session
-- Times arrive aware and in UTC, whatever the server's or the account's own setting.
SELECT set_config('TimeZone', 'UTC', false);
