-- Why: existing apps page by number and show a total. Counting a million rows for every page takes
-- too long, so the counts are kept, in the transactions that change them: level 3 holds the whole
-- list in one row, level 2 each 32,768 ids, level 1 each 1,024, level 0 each 32. A leap to a page
-- walks some dozens of these rows instead of all the products before it.

create table moa.product_counts (
  -- 0 for all live products, 1 for those in won.
  list smallint not null,
  level smallint not null,
  -- The ids of its products, divided by what a block of the level holds.
  block bigint not null,
  live bigint not null,
  constraint product_counts_key primary key (list, level, block),
  constraint product_counts_list_known check (list in (0, 1)),
  constraint product_counts_level_known check (level in (0, 1, 2, 3)),
  constraint product_counts_live_positive check (live >= 0)
) with (fillfactor = 50);

insert into moa.product_counts (list, level, block, live) values (0, 3, 0, 0), (1, 3, 0, 0);

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
  perform from moa.product_counts where list = 0 and level = 3 and block = 0 for update;
  insert into moa.product_counts (list, level, block, live)
  select distinct changed.list, step.level, changed.block >> step.bits, 0
  from unnest(changed_lists, changed_blocks) as changed (list, block)
  cross join (values (0, 0), (1, 5), (2, 10)) as step (level, bits)
  on conflict on constraint product_counts_key do nothing;
  update moa.product_counts as counts
  set live = counts.live + delta.live
  from (
    select changed.list, step.level, changed.block >> step.bits as block,
      sum(changed.change)::bigint as live
    from unnest(changed_lists, changed_blocks, changes) as changed (list, block, change)
    cross join (values (0, 0), (1, 5), (2, 10), (3, 63)) as step (level, bits)
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
  perform from moa.product_counts where list = 0 and level = 3 and block = 0 for update;
  return null;
end
$$;

create function moa.product_counts_after_insert() returns trigger
language plpgsql as $$
begin
  perform moa.product_counts_add(array_agg(list), array_agg(block), array_agg(change))
  from (
    select list, id >> 5 as block, count(*) as change
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
    select list, id >> 5 as block, -count(*) as change
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
    select list, id >> 5 as block, sum(way)::bigint as change
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
  delete from moa.product_counts where level < 3;
  update moa.product_counts set live = 0 where level = 3;
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

-- The same below a ceiling, through all blocks: how a leap to a page finds where it begins. First it
-- climbs, past the blocks below the ceiling that have the same parent as the ceiling's, and from the
-- block that the place is in it descends.
create function moa.product_id_at(
  wanted_list smallint, ceiling bigint, skip bigint
) returns bigint
language plpgsql stable as $$
declare
  rest bigint := skip;
  -- The block that the ceiling is in, on the level that the walk has come to.
  top bigint := ceiling >> 5;
  height smallint := 0;
  number bigint;
  here record;
begin
  select live into number
  from moa.product_counts where list = wanted_list and level = 3 and block = 0;
  if rest >= number then return null; end if;
  -- The part of a block that lies below the ceiling is counted row by row.
  select count(*) into number
  from moa.products
  where deleted_at is null and id between top << 5 and ceiling
    and (wanted_list = 0 or currency = 'KRW');
  if rest < number then
    return moa.product_id_within(wanted_list, top << 5, ceiling, rest);
  end if;
  rest := rest - number;
  number := null;
  <<climb>>
  loop
    for here in
      select block, live from moa.product_counts
      where list = wanted_list and level = height and block < top
        and block >= case when height = 2 then 0 else (top >> 5) << 5 end
      order by block desc
    loop
      if rest < here.live then
        number := here.block;
        exit climb;
      end if;
      rest := rest - here.live;
    end loop;
    if height = 2 then return null; end if;
    height := height + 1;
    top := top >> 5;
  end loop;
  while height > 0 loop
    height := height - 1;
    for here in
      select block, live from moa.product_counts
      where list = wanted_list and level = height
        and block between number << 5 and (number << 5) + 31
      order by block desc
    loop
      if rest < here.live then
        number := here.block;
        exit;
      end if;
      rest := rest - here.live;
    end loop;
  end loop;
  return moa.product_id_within(wanted_list, number << 5, (number << 5) + 31, rest);
end
$$;
