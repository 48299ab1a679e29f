-- Why: a server must know which migrations its database has, and that they were not edited since.
-- This is the migrator's own table, and still an ordinary migration: the migrator reads "no such
-- table" as "nothing applied yet", so the whole schema is in migrations.
--
-- All names have their schema, in migrations and in statements, so the search_path of a server, a
-- role or a connection pooler does not matter.

-- An administrator may have made the schema for a role that may not create one: "if not exists"
-- would require that right anyway.
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
