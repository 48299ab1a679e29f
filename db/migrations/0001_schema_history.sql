-- Why: a server must know which migrations its database has seen, and that nobody edited them
-- since. This is the migrator's own table, and nevertheless an ordinary migration: the migrator
-- reads "no such table" as "nothing applied yet", so everything about the schema stands here.
--
-- All names carry their schema, in migrations and in statements: then search_path plays no part,
-- whatever a server, a role or a connection pooler sets it to.

create schema if not exists moa;

create table moa.schema_history (
  name text not null,
  -- SHA-256 of the file, in lower-case hexadecimal digits as sha256sum prints it.
  checksum text not null,
  applied_at timestamptz not null default now(),
  constraint schema_history_key primary key (name),
  constraint schema_history_checksum_form check (checksum ~ '^[0-9a-f]{64}$')
);
