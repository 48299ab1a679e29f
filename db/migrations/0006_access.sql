-- Why: admin endpoints require a token; its secret is shown once and never stored, so that a copy
-- of this table opens nothing. All servers of this database must accept each other's signatures.

create table moa.access_tokens (
  -- The public part of the token; it finds the row and proves nothing.
  id text not null,
  name text not null,
  -- SHA-256 of the whole token. The secret has 256 random bits, so no slow digest is needed.
  secret_digest bytea not null,
  -- A name that this server does not know grants nothing, so an older server may read a newer row.
  scopes text[] not null,
  -- The vendor of a vendor's token, instead of an identifier and a secret; null for none.
  vendor_id bigint,
  created_at timestamptz not null,
  revoked_at timestamptz,
  constraint access_tokens_id_key primary key (id),
  constraint access_tokens_vendor_exists foreign key (vendor_id) references moa.vendors (id),
  constraint access_tokens_id_form check (id ~ '^[0-9a-f]{16}$'),
  constraint access_tokens_name_length check (octet_length(name) between 1 and 4096),
  constraint access_tokens_secret_digest_length check (octet_length(secret_digest) = 32),
  constraint access_tokens_scopes_bounded check (cardinality(scopes) <= 16)
);

create index access_tokens_newest on moa.access_tokens (created_at desc, id);

-- Keys that all servers of this database share, so that each accepts the signatures of the others.
-- A reader of this table can sign: it is worth as much as the rest of the database.
create table moa.server_keys (
  name text not null,
  bytes bytea not null,
  created_at timestamptz not null default now(),
  constraint server_keys_name_key primary key (name),
  constraint server_keys_name_length check (octet_length(name) between 1 and 100),
  constraint server_keys_bytes_length check (octet_length(bytes) = 32)
);

-- An app without an answer repeats its request. The answer of a write is stored under the app's
-- key, in the transaction of the write itself, and sent again.
create table moa.idempotency_keys (
  -- The owner of the key: other owners may use the same key.
  owner text not null,
  key text not null,
  -- SHA-256 of the request: the same key with another request is a mistake.
  request_digest bytea not null,
  status smallint not null,
  content_type text,
  -- Further fields of the answer: name, value, name, value.
  fields text[] not null default '{}',
  body bytea not null,
  created_at timestamptz not null default now(),
  constraint idempotency_keys_owner_key primary key (owner, key),
  constraint idempotency_keys_owner_length check (octet_length(owner) between 1 and 255),
  constraint idempotency_keys_key_length check (octet_length(key) between 1 and 255),
  constraint idempotency_keys_request_digest_length check (octet_length(request_digest) = 32),
  constraint idempotency_keys_status_range check (status between 100 and 599),
  constraint idempotency_keys_fields_paired check (
    cardinality(fields) <= 32 and cardinality(fields) % 2 = 0)
);

create index idempotency_keys_oldest on moa.idempotency_keys (created_at);
