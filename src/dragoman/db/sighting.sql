-- name: describe_server
-- Which server answered, which data directory is its own, and whether our supervisor started it.
SELECT current_setting('cluster_name') AS cluster_name,
       current_setting('data_directory') AS data_directory,
       current_setting('server_version') AS version;
