-- Why: a product that was removed by mistake comes back within 30 days, as it was.

alter table moa.products
  -- Whether it was hidden when it was removed; then it comes back hidden.
  add column was_hidden boolean not null default false;

alter table moa.product_variants
  -- The article number of a variant whose product was removed; others may have it meanwhile.
  add column removed_sku text,
  add constraint product_variants_removed_sku_length check (octet_length(removed_sku) between 1 and 64),
  add constraint product_variants_sku_once check (sku is null or removed_sku is null);

-- Variants of products that were removed before this migration are gone.
update moa.products
set options = null, price_varies = null
where deleted_at is not null and not is_hidden and options is not null;

-- The sweep takes variants away, too.
drop index moa.products_removed;
create index products_removed on moa.products (deleted_at)
  where deleted_at is not null and not is_hidden
    and (cover_sha256 is not null or options is not null);

-- Hidden and removed products, in the orders of the table of all products.
create index products_hidden on moa.products (id) where is_hidden;
create index products_hidden_cheapest on moa.products (rank, (-id)) include (id) where is_hidden;
create index products_removed_last on moa.products (deleted_at, id)
  where deleted_at is not null and not is_hidden;

-- The sweep removes expired tokens.
create index access_tokens_expired on moa.access_tokens (expires_at) where expires_at is not null;

-- An import writes its products in many transactions, each of which leaves a change. The first one
-- counts the items of all, and lists show it alone.
alter table moa.history add column part_of bigint;
create index history_parts on moa.history (part_of, id) where part_of is not null;
create index history_runs on moa.history (request_id)
  where actor_kind = 'operator' and part_of is null;
create index history_undoes on moa.history (undoes) where undoes is not null;
