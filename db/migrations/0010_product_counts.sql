-- Why: existing apps page by number and show a total. Counting a million rows for every page takes
-- too long, so the counts are kept, in the transactions that change them: level 2 holds the whole
-- list in one row, level 1 each 16,384 ids, level 0 each 128 ids. A leap to a page walks a few
-- hundred of these rows instead of all the products before it.

create table moa.product_counts (
  -- 0 for all live products, 1 for those in won.
  list smallint not null,
  level smallint not null,
  -- The ids of its products, divided by what a block of the level holds.
  block bigint not null,
  live bigint not null,
  constraint product_counts_key primary key (list, level, block),
  constraint product_counts_list_known check (list in (0, 1)),
  constraint product_counts_level_known check (level in (0, 1, 2)),
  constraint product_counts_live_positive check (live >= 0)
) with (fillfactor = 50);

insert into moa.product_counts (list, level, block, live) values (0, 2, 0, 0), (1, 2, 0, 0);

-- The lists that a product belongs to.
create function moa.product_lists(currency text, deleted_at timestamptz) returns smallint[]
language sql immutable parallel safe
return case
  when deleted_at is not null then '{}'::smallint[]
  when currency = 'KRW' then '{0,1}'::smallint[]
  else '{0}'::smallint[]
end;

-- Adds changes of blocks of level 0 to all levels. Writers come here one after the other: the first
-- total is the lock of all.
create function moa.product_counts_add(
  changed_lists smallint[], changed_blocks bigint[], changes bigint[]
) returns void
language plpgsql as $$
begin
  if changed_lists is null then return; end if;
  perform from moa.product_counts where list = 0 and level = 2 and block = 0 for update;
  insert into moa.product_counts (list, level, block, live)
  select distinct changed.list, step.level, changed.block >> step.bits, 0
  from unnest(changed_lists, changed_blocks) as changed (list, block)
  cross join (values (0, 0), (1, 7)) as step (level, bits)
  on conflict on constraint product_counts_key do nothing;
  update moa.product_counts as counts
  set live = counts.live + delta.live
  from (
    select changed.list, step.level, changed.block >> step.bits as block,
      sum(changed.change)::bigint as live
    from unnest(changed_lists, changed_blocks, changes) as changed (list, block, change)
    cross join (values (0, 0), (1, 7), (2, 63)) as step (level, bits)
    group by 1, 2, 3
  ) delta
  where counts.list = delta.list and counts.level = delta.level and counts.block = delta.block;
end
$$;

-- Whoever adds products waits here for those who are adding some, before the ids are drawn: so ids
-- become visible in their order, and what comes late never stands among what was read before.
create function moa.product_counts_before_insert() returns trigger
language plpgsql as $$
begin
  perform from moa.product_counts where list = 0 and level = 2 and block = 0 for update;
  return null;
end
$$;

create function moa.product_counts_after_insert() returns trigger
language plpgsql as $$
begin
  perform moa.product_counts_add(array_agg(list), array_agg(block), array_agg(change))
  from (
    select list, id >> 7 as block, count(*) as change
    from added cross join lateral unnest(moa.product_lists(currency, deleted_at)) as list
    group by 1, 2
  ) changed;
  return null;
end
$$;

create function moa.product_counts_after_delete() returns trigger
language plpgsql as $$
begin
  perform moa.product_counts_add(array_agg(list), array_agg(block), array_agg(change))
  from (
    select list, id >> 7 as block, -count(*) as change
    from removed cross join lateral unnest(moa.product_lists(currency, deleted_at)) as list
    group by 1, 2
  ) changed;
  return null;
end
$$;

create function moa.product_counts_after_update() returns trigger
language plpgsql as $$
begin
  perform moa.product_counts_add(array_agg(list), array_agg(block), array_agg(change))
  from (
    select list, id >> 7 as block, sum(way)::bigint as change
    from (
      select id, currency, deleted_at, 1 as way from added
      union all
      select id, currency, deleted_at, -1 from removed
    ) both_sides
    cross join lateral unnest(moa.product_lists(currency, deleted_at)) as list
    group by 1, 2
    having sum(way) <> 0
  ) changed;
  return null;
end
$$;

create function moa.product_counts_after_truncate() returns trigger
language plpgsql as $$
begin
  delete from moa.product_counts where level < 2;
  update moa.product_counts set live = 0 where level = 2;
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

-- Of the live products of a list with ids from low to high, newest first, the id of the one before
-- which skip others stand; null when there are no more. The ids are those of one block.
create function moa.product_id_within(
  wanted_list smallint, low bigint, high bigint, skip bigint
) returns bigint
language sql stable
return (
  select id
  from moa.products
  where deleted_at is null and id between low and high
    and (wanted_list = 0 or currency = 'KRW')
  order by id desc
  offset skip limit 1);

-- The same below a ceiling, through all blocks: how a leap to a page finds where it begins.
create function moa.product_id_at(
  wanted_list smallint, ceiling bigint, skip bigint
) returns bigint
language plpgsql stable as $$
declare
  top bigint := ceiling >> 7;
  rest bigint := skip;
  here bigint;
  step record;
  leaf record;
begin
  select live into here
  from moa.product_counts where list = wanted_list and level = 2 and block = 0;
  if rest >= here then return null; end if;
  -- The part of a block that lies below the ceiling is counted row by row.
  select count(*) into here
  from moa.products
  where deleted_at is null and id between top << 7 and ceiling
    and (wanted_list = 0 or currency = 'KRW');
  if rest < here then
    return moa.product_id_within(wanted_list, top << 7, ceiling, rest);
  end if;
  rest := rest - here;
  for leaf in
    select block, live from moa.product_counts
    where list = wanted_list and level = 0 and block >= (top >> 7) << 7 and block < top
    order by block desc
  loop
    if rest < leaf.live then
      return moa.product_id_within(
        wanted_list, leaf.block << 7, (leaf.block << 7) + 127, rest);
    end if;
    rest := rest - leaf.live;
  end loop;
  for step in
    select block, live from moa.product_counts
    where list = wanted_list and level = 1 and block < top >> 7
    order by block desc
  loop
    if rest < step.live then
      for leaf in
        select block, live from moa.product_counts
        where list = wanted_list and level = 0
          and block between step.block << 7 and (step.block << 7) + 127
        order by block desc
      loop
        if rest < leaf.live then
          return moa.product_id_within(
            wanted_list, leaf.block << 7, (leaf.block << 7) + 127, rest);
        end if;
        rest := rest - leaf.live;
      end loop;
    end if;
    rest := rest - step.live;
  end loop;
  return null;
end
$$;
