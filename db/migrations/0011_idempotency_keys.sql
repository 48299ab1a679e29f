-- Why: an app that got no answer sends its request again. The answer of a write is kept under the
-- key that the app gave it, in the transaction of the write itself, and given once more.

create table moa.idempotency_keys (
  -- Whose key it is: others may use the same one.
  owner text not null,
  key text not null,
  -- SHA-256 of the request: the same key with another one is a mistake.
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
