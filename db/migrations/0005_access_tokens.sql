-- Why: admin endpoints ask for a token. Its secret is shown once and never stored: a copy of this
-- table opens nothing.

create table moa.access_tokens (
  -- The public part of the token; it finds the row and proves nothing.
  id text not null,
  name text not null,
  -- SHA-256 of the whole token. The secret has 256 random bits, so no slow digest is needed.
  secret_digest bytea not null,
  -- Names this server does not know grant nothing, so an older server may read a newer row.
  scopes text[] not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  constraint access_tokens_id_key primary key (id),
  constraint access_tokens_id_form check (id ~ '^[0-9a-f]{16}$'),
  constraint access_tokens_name_length check (octet_length(name) between 1 and 4096),
  constraint access_tokens_secret_digest_length check (octet_length(secret_digest) = 32),
  constraint access_tokens_scopes_bounded check (cardinality(scopes) <= 16)
);

create index access_tokens_newest on moa.access_tokens (created_at desc, id);
