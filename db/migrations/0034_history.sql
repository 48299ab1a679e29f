-- Why: merchandisers ask who changed something and when, and want to take a change back. Each write
-- by administrators and vendors leaves a row here in its own transaction.

create table moa.history (
  id bigint generated always as identity,
  at timestamptz not null default now(),
  actor_kind text not null,
  -- The id of a token, or the identifier of a vendor.
  actor_id text not null,
  actor_name text not null,
  request_id text not null,
  action text not null,
  -- Such as `products/207`.
  resource text not null,
  -- Objects of the members that the write changed, null for one that was or is not there. Long ones
  -- are compressed by the database.
  before json,
  after json,
  item_count integer not null,
  -- The change that this one took back.
  undoes bigint,
  constraint history_key primary key (id),
  constraint history_actor_kind_known check (actor_kind in ('token', 'vendor', 'operator')),
  constraint history_item_count_range check (item_count >= 0)
);

create index history_resource on moa.history (resource, id);
create index history_actor on moa.history (actor_id, id);
