-- Why: existing apps page by number and show a total. Counting a million rows for every page takes
-- too long, so the totals are kept, in the transactions that change them.

create table moa.product_counts (
  -- 0 for live products in won and dollars, 1 for those in won.
  list smallint not null,
  held bigint not null default 0,
  constraint product_counts_key primary key (list),
  constraint product_counts_list_known check (list in (0, 1)),
  constraint product_counts_held_positive check (held >= 0)
) with (fillfactor = 50);

insert into moa.product_counts (list) values (0), (1);

-- Takes the lock of all transactions that add or remove products: the first total. They hold it
-- until they commit, and a server that freezes meanwhile would block all others; so the database
-- ends its session after two seconds. Sessions of psql, which have no such limit, get none.
create function moa.product_counts_lock() returns void
language plpgsql as $$
begin
  if current_setting('idle_in_transaction_session_timeout')::interval > '2 s' then
    perform set_config('idle_in_transaction_session_timeout', '2s', true);
  end if;
  perform from moa.product_counts where list = 0 for update;
end
$$;

-- Adds to both totals.
create function moa.product_counts_add(change_of_both bigint, change_of_won bigint) returns void
language plpgsql as $$
begin
  if change_of_both = 0 and change_of_won = 0 then return; end if;
  perform moa.product_counts_lock();
  update moa.product_counts
  set held = held + case list when 0 then change_of_both else change_of_won end
  where list in (0, 1);
end
$$;

-- A transaction that adds products waits for others that add some, before it takes ids from the
-- sequence: so ids become visible in their order, and no product appears on pages that were read
-- already.
create function moa.product_counts_before_insert() returns trigger
language plpgsql as $$
begin
  perform moa.product_counts_lock();
  return null;
end
$$;

create function moa.product_counts_after_insert() returns trigger
language plpgsql as $$
begin
  perform moa.product_counts_add(
    count(*) filter (where currency in ('KRW', 'USD')), count(*) filter (where currency = 'KRW'))
  from added
  where deleted_at is null;
  return null;
end
$$;

create function moa.product_counts_after_delete() returns trigger
language plpgsql as $$
begin
  perform moa.product_counts_add(
    -count(*) filter (where currency in ('KRW', 'USD')), -count(*) filter (where currency = 'KRW'))
  from removed
  where deleted_at is null;
  return null;
end
$$;

create function moa.product_counts_after_update() returns trigger
language plpgsql as $$
begin
  perform moa.product_counts_add(
    coalesce(sum(way) filter (where currency in ('KRW', 'USD')), 0)::bigint,
    coalesce(sum(way) filter (where currency = 'KRW'), 0)::bigint)
  from (
    select currency, 1 as way from added where deleted_at is null
    union all
    select currency, -1 from removed where deleted_at is null
  ) both_sides;
  return null;
end
$$;

create function moa.product_counts_after_truncate() returns trigger
language plpgsql as $$
begin
  update moa.product_counts set held = 0 where list in (0, 1);
  return null;
end
$$;

create trigger product_counts_before_insert before insert on moa.products
  for each statement execute function moa.product_counts_before_insert();
create trigger product_counts_after_insert after insert on moa.products
  referencing new table as added
  for each statement execute function moa.product_counts_after_insert();
create trigger product_counts_after_update after update on moa.products
  referencing old table as removed new table as added
  for each statement execute function moa.product_counts_after_update();
create trigger product_counts_after_delete after delete on moa.products
  referencing old table as removed
  for each statement execute function moa.product_counts_after_delete();
create trigger product_counts_after_truncate after truncate on moa.products
  for each statement execute function moa.product_counts_after_truncate();

-- A numbered page is found by skipping the ids before it in an index, which is fast for rows that
-- vacuum has seen. At most a hundredth of them may have changed since.
alter table moa.products set (autovacuum_vacuum_scale_factor = 0.01);
