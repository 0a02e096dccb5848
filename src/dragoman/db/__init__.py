"""The cellar: PostgreSQL, embedded or yours, and SQL kept in files."""
