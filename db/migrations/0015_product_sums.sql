-- Why: a leap to a page took PostgreSQL three times as long as the page. It went down four levels of
-- counts, adding up parts in PL/pgSQL, one small query after the other. Now a row keeps running sums
-- of 256 parts, among which one call finds the right one; so there are two levels instead of four,
-- and one query, which is planned together with the page that it is for.
--
-- A leaf is still 32 ids. A row of level 1 sums up 256 leaves, one of level 2 what 256 rows of level
-- 1 hold: 2,097,152 ids. Level 5 is still the whole list, in one row.

-- First those who write products, who would otherwise wait in the middle of a function that is
-- replaced here; then those who read totals.
lock table moa.products in share row exclusive mode;
lock table moa.product_counts in access exclusive mode;

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
create or replace function moa.product_counts_add(
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

-- What the leaves hold is kept in arrays meanwhile, because not every role may make temporary tables.
do $$
declare
  lists smallint[];
  leaves bigint[];
  holdings bigint[];
begin
  select array_agg(list), array_agg(block << 5 | (place - 1)), array_agg(part::bigint)
  into lists, leaves, holdings
  from moa.product_counts
  cross join lateral unnest(parts) with ordinality as parts (part, place)
  where level = 1 and part > 0;
  delete from moa.product_counts where level < 5;
  update moa.product_counts set held = 0;
  alter table moa.product_counts
    drop constraint product_counts_level_known,
    drop column parts,
    -- How many stand in the rows of smaller blocks; kept at level 2 only.
    add column before bigint not null default 0,
    -- Of each part up to the last that ever held something, how many stand in the parts before it: so
    -- the first is 0, and another product at the end of the list changes none of them.
    add column sums integer[] not null default '{}',
    add constraint product_counts_level_known check (level in (1, 2, 5)),
    add constraint product_counts_before_known check (before >= 0 and (before = 0 or level = 2)),
    add constraint product_counts_sums_number check (
      case level when 5 then cardinality(sums) = 0 else cardinality(sums) between 1 and 256 end);
  perform moa.product_counts_add(lists, leaves, holdings);
end
$$;

-- Of the live products of a list, oldest first, the one before which rank others stand: its leaf, and
-- how many of the leaf are newer than it, as leaf * 32 + newer. No row when there are no more.
--
-- This function and the next are taken into the plans of the statements that ask, where they cost a
-- fraction of a call: for that they must stay one query each, stable, not strict, and without
-- settings. Their limits and the offset keep the planner from calculating twice what is used twice.
create function moa.product_place(wanted_list smallint, rank bigint) returns table (place bigint)
language sql stable as $$
  select (middle.block << 8 | lower.part - 1) << 5
    | coalesce(lower.sums[lower.part + 1], lower.held)::integer - 1 - middle.rest
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
  ) middle
  cross join lateral (
    select sums, held, width_bucket(middle.rest, sums) as part
    from moa.product_counts
    where list = wanted_list and level = 1 and block = middle.block
    limit 1
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

-- What servers of before ask: of the live products of a list with ids up to a ceiling, newest first,
-- the id of the one before which skip others stand; null when there are no more.
create or replace function moa.product_id_at(
  wanted_list smallint, ceiling bigint, skip bigint
) returns bigint
language plpgsql stable as $$
begin
  return (
    select leaf.id
    from moa.products_upto(wanted_list, ceiling) as upto
    cross join lateral moa.product_place(wanted_list, upto.counted - 1 - skip) as place
    cross join lateral (
      select id
      from (
        select id
        from moa.products
        where deleted_at is null and id between place.place >> 5 << 5 and place.place | 31
          and (wanted_list = 0 or currency = 'KRW')
        order by id desc
        limit 32
      ) found
      order by id desc
      offset place.place & 31
      limit 1
    ) leaf);
end
$$;
