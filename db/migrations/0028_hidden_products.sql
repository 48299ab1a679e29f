-- Why: a vendor prepares a product before it is sold, or takes it out of the shop for a season. To
-- readers a hidden product is like a removed one, so it has the mark of those; its vendor can still
-- change it and show it again.

alter table moa.products
  add column is_hidden boolean not null default false,
  add constraint products_hidden_not_shown check (not is_hidden or deleted_at is not null);

-- The sweep takes no images away from hidden products.
drop index moa.products_removed;
create index products_removed on moa.products (deleted_at)
  where deleted_at is not null and not is_hidden and cover_sha256 is not null;

-- Marks new products, except hidden ones, which no reader has seen.
create function moa.mark_new_products() returns trigger
language plpgsql as $$
begin
  perform moa.leave_mark(
    tg_argv[0], array(select id from touched where deleted_at is null limit 1001));
  return null;
end
$$;

create or replace trigger products_mark_inserted after insert on moa.products
  referencing new table as touched
  for each statement execute function moa.mark_new_products('product');

-- Marks the products whose version has changed: counting likes leaves it as it is. All states of a
-- product that is not in the shop are alike. Comparing is faster than joining the rows before and
-- after.
create or replace function moa.mark_changed_products() returns trigger
language plpgsql as $$
begin
  perform moa.leave_mark('product', array(
    select id from (
      select id, case when deleted_at is null then version end,
        case when deleted_at is null then item_type_id end
      from touched
      except
      select id, case when deleted_at is null then version end,
        case when deleted_at is null then item_type_id end
      from replaced
    ) as changed
    limit 1001));
  return null;
end
$$;
