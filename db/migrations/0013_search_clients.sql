-- Why: apps of Naver's shopping search say by an id and a secret who is asking, and each may ask so many
-- times a day. Servers take calls from this row many at a time, so that a search does not write.

create table moa.search_clients (
  -- Public; it finds the row and proves nothing.
  id text not null,
  name text not null,
  -- SHA-256 of the secret. Ours have 256 random bits; what an app has built in opens nothing but a search
  -- of what everybody may read.
  secret_digest bytea not null,
  -- Calls that a day has.
  daily_quota integer not null,
  -- The day in Korea that `calls` is of, and how many of its calls servers have taken.
  calls_day date not null default '1970-01-01',
  calls integer not null default 0,
  created_at timestamptz not null,
  revoked_at timestamptz,
  constraint search_clients_id_key primary key (id),
  constraint search_clients_id_form check (id ~ '^[0-9A-Za-z_]{20}$'),
  constraint search_clients_name_length check (octet_length(name) between 1 and 4096),
  constraint search_clients_secret_digest_length check (octet_length(secret_digest) = 32),
  constraint search_clients_daily_quota_range check (daily_quota between 1 and 1000000000),
  constraint search_clients_calls_range check (calls between 0 and 1000000000)
);

create index search_clients_oldest on moa.search_clients (created_at, id);
