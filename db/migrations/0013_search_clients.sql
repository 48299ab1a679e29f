-- Why: apps of Naver's shopping search identify themselves by an id and a secret.

create table moa.search_clients (
  -- Public; it proves nothing.
  id text not null,
  name text not null,
  -- SHA-256 of the secret. Ours have 256 random bits. A secret that is built into an app may be
  -- weaker, but it only opens a search of public products.
  secret_digest bytea not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  constraint search_clients_id_key primary key (id),
  constraint search_clients_id_form check (id ~ '^[0-9A-Za-z_]{20}$'),
  constraint search_clients_name_length check (octet_length(name) between 1 and 4096),
  constraint search_clients_secret_digest_length check (octet_length(secret_digest) = 32)
);

create index search_clients_oldest on moa.search_clients (created_at, id);
