-- Why: a server must know which migrations its database has seen, and that nobody edited them
-- since. This is the migrator's own table, and nevertheless an ordinary migration: the migrator
-- reads "no such table" as "nothing applied yet", so everything about the schema stands here.
--
-- All names carry their schema, in migrations and in statements: then search_path plays no part,
-- whatever a server, a role or a connection pooler sets it to.

-- An administrator may have made the schema for a role that may make none: "if not exists" would ask
-- for that right all the same.
do $$
begin
  if to_regnamespace('moa') is null then
    create schema moa;
  end if;
end
$$;

create table moa.schema_history (
  name text not null,
  -- SHA-256 of the file, in lower-case hexadecimal digits as sha256sum prints it.
  checksum text not null,
  applied_at timestamptz not null default now(),
  constraint schema_history_key primary key (name),
  constraint schema_history_checksum_form check (checksum ~ '^[0-9a-f]{64}$')
);
