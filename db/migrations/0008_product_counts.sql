-- Why: existing apps page by number and show a total. Counting a million rows for every page takes
-- too long, so the counts are kept, in the transactions that change them, as running sums: a leaf is 32
-- ids; a row of level 1 sums up 256 leaves, one of level 2 what 256 rows of level 1 hold, which is
-- 2,097,152 ids. Level 5 is the whole list, in one row. A leap to a page finds the right part of a
-- row by one call instead of reading all the products before it.

create table moa.product_counts (
  -- 0 for all live products, 1 for those in won.
  list smallint not null,
  level smallint not null,
  -- The ids of its products, divided by what a row of the level holds.
  block bigint not null,
  held bigint not null,
  -- How many stand in the rows of smaller blocks; kept at level 2 only.
  before bigint not null default 0,
  -- Of each part up to the last that ever held something, how many stand in the parts before it: so
  -- the first is 0, and another product at the end of the list changes none of them.
  sums integer[] not null default '{}',
  constraint product_counts_key primary key (list, level, block),
  constraint product_counts_list_known check (list in (0, 1)),
  constraint product_counts_level_known check (level in (1, 2, 5)),
  constraint product_counts_held_positive check (held >= 0),
  constraint product_counts_before_known check (before >= 0 and (before = 0 or level = 2)),
  constraint product_counts_sums_number check (
    case level when 5 then cardinality(sums) = 0 else cardinality(sums) between 1 and 256 end)
) with (fillfactor = 50);

insert into moa.product_counts (list, level, block, held) values (0, 5, 0, 0), (1, 5, 0, 0);

-- The lists that a product belongs to.
create function moa.product_lists(currency text, deleted_at timestamptz) returns smallint[]
language sql immutable parallel safe
return case
  when deleted_at is not null then '{}'::smallint[]
  when currency = 'KRW' then '{0,1}'::smallint[]
  else '{0}'::smallint[]
end;

-- Takes the lock of all who add and remove products: the first total. They hold it until they
-- commit, and a server that is frozen meanwhile stops all the others; so the database ends its session
-- after two seconds. People, whose sessions have no such limit, get none.
create function moa.product_counts_lock() returns void
language plpgsql as $$
begin
  if current_setting('idle_in_transaction_session_timeout')::interval > '2 s' then
    perform set_config('idle_in_transaction_session_timeout', '2s', true);
  end if;
  perform from moa.product_counts where list = 0 and level = 5 and block = 0 for update;
end
$$;

-- The sums of a row that held so many, after changes of some of its parts, in ascending order.
create function moa.product_sums(
  sums integer[], held bigint, places integer[], changes integer[]
) returns integer[]
language plpgsql immutable as $$
declare
  change integer := 0;
  next integer := 1;
  missing integer := places[cardinality(places)] - cardinality(sums);
begin
  if missing > 0 then sums := sums || array_fill(held::integer, array[missing]); end if;
  for place in places[1] .. cardinality(sums) loop
    sums[place] := sums[place] + change;
    if place = places[next] then
      change := change + changes[next];
      next := next + 1;
    end if;
  end loop;
  return sums;
end
$$;

-- Adds changes of leaves to all levels. Writers come here one after the other.
--
-- The plans are made once: for so few rows, planning would take a third of an insert.
create function moa.product_counts_add(
  changed_lists smallint[], changed_leaves bigint[], changes bigint[]
) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  if changed_lists is null then return; end if;
  perform moa.product_counts_lock();
  insert into moa.product_counts (list, level, block, before, held, sums)
  select distinct list, level, leaf >> (8 * level), case level when 1 then 0 else coalesce((
      select smaller.before + smaller.held
      from moa.product_counts as smaller
      where smaller.list = changed.list and smaller.level = 2 and smaller.block < leaf >> 16
      order by smaller.block desc
      limit 1), 0) end, 0, '{0}'::integer[]
  from unnest(changed_lists, changed_leaves) as changed (list, leaf)
  cross join generate_series(1, 2) as level
  on conflict on constraint product_counts_key do nothing;
  update moa.product_counts as counts
  set held = counts.held + delta.held,
    sums = moa.product_sums(counts.sums, counts.held, delta.places, delta.changes)
  from (
    select list, level, block, sum(change)::bigint as held,
      array_agg(place order by place) as places,
      array_agg(change::integer order by place) as changes
    from (
      select list, level, leaf >> (8 * level) as block,
        (leaf >> (8 * (level - 1)) & 255)::integer + 1 as place, sum(change) as change
      from unnest(changed_lists, changed_leaves, changes) as changed (list, leaf, change)
      cross join generate_series(1, 2) as level
      group by 1, 2, 3, 4
    ) places
    group by 1, 2, 3
  ) delta
  where counts.list = delta.list and counts.level = delta.level and counts.block = delta.block;
  update moa.product_counts as counts
  set before = counts.before + (
    select coalesce(sum(change), 0)
    from unnest(changed_lists, changed_leaves, changes) as changed (list, leaf, change)
    where changed.list = counts.list and leaf >> 16 < counts.block)
  where list = any (changed_lists) and level = 2
    and block > (select min(leaf) >> 16 from unnest(changed_leaves) as leaf);
  update moa.product_counts as counts
  set held = counts.held + delta.held
  from (
    select list, sum(change)::bigint as held
    from unnest(changed_lists, changes) as changed (list, change)
    group by 1
  ) delta
  where counts.list = delta.list and counts.level = 5 and counts.block = 0;
end
$$;

-- Whoever adds products waits here for those who are adding some, before the ids are drawn: so ids
-- become visible in their order, and what comes late never stands among what was read before.
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
  perform moa.product_counts_add(array_agg(list), array_agg(leaf), array_agg(change))
  from (
    select list, id >> 5 as leaf, count(*) as change
    from added cross join lateral unnest(moa.product_lists(currency, deleted_at)) as list
    group by 1, 2
  ) changed;
  return null;
end
$$;

create function moa.product_counts_after_delete() returns trigger
language plpgsql as $$
begin
  perform moa.product_counts_add(array_agg(list), array_agg(leaf), array_agg(change))
  from (
    select list, id >> 5 as leaf, -count(*) as change
    from removed cross join lateral unnest(moa.product_lists(currency, deleted_at)) as list
    group by 1, 2
  ) changed;
  return null;
end
$$;

create function moa.product_counts_after_update() returns trigger
language plpgsql as $$
begin
  perform moa.product_counts_add(array_agg(list), array_agg(leaf), array_agg(change))
  from (
    select list, id >> 5 as leaf, sum(way)::bigint as change
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
  delete from moa.product_counts where level < 5;
  update moa.product_counts set held = 0 where level = 5;
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

-- Of the live products of a list, oldest first, the one before which rank others stand, as somebody
-- who reads newest first finds it: up to which id to read, and how many to skip. rank is below
-- how many there are; no row when it is below 0.
--
-- This function and the next are taken into the plans of the statements that ask, where they cost a
-- fraction of a call: for that they must stay one query each, stable, not strict, and without
-- settings. Their limits and offsets keep the planner from calculating twice what is used twice.
create function moa.product_leap(wanted_list smallint, rank bigint)
returns table (ceiling bigint, skip integer)
language sql stable as $$
  select
    (middle.block << 8 | lower.part - 1) << 5
      | case lower.above - lower.below when 32 then middle.rest - lower.below else 31 end,
    case lower.above - lower.below when 32 then 0 else lower.above - 1 - middle.rest end
  from (
    select upper.block << 8 | upper.part - 1 as block, upper.rest - upper.sums[upper.part] as rest
    from (
      select block, sums, (rank - before)::integer as rest,
        width_bucket((rank - before)::integer, sums) as part
      from moa.product_counts
      where list = wanted_list and level = 2 and before <= rank
      order by block desc
      limit 1
    ) upper
    offset 0
  ) middle
  cross join lateral (
    select part, sums[part] as below, coalesce(sums[part + 1], held)::integer as above
    from (
      select sums, held, width_bucket(middle.rest, sums) as part
      from moa.product_counts
      where list = wanted_list and level = 1 and block = middle.block
      limit 1
    ) found
    offset 0
  ) lower
$$;

-- How many live products of a list have ids up to a ceiling.
create function moa.products_upto(wanted_list smallint, ceiling bigint)
returns table (counted bigint)
language sql stable as $$
  select coalesce((
      select before
        + case block
          when ceiling >> 21 then coalesce(sums[(ceiling >> 13 & 255) + 1], held)
          else held end
      from moa.product_counts
      where list = wanted_list and level = 2 and block <= ceiling >> 21
      order by block desc
      limit 1), 0)
    + coalesce((
      select coalesce(sums[(ceiling >> 5 & 255) + 1], held)
      from moa.product_counts
      where list = wanted_list and level = 1 and block = ceiling >> 13), 0)
    + (
      select count(*)
      from (
        select
        from moa.products
        where deleted_at is null and id between ceiling >> 5 << 5 and ceiling
          and (wanted_list = 0 or currency = 'KRW')
        limit 32
      ) leaf)
  offset 0
$$;
