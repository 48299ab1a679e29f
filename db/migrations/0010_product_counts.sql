-- Why: existing apps page by number and show a total. Counting a million rows for every page takes
-- too long, so the counts are kept, in the transactions that change them, as a tree: a leaf is 32
-- ids; a row of level 1 holds what is in each of 32 leaves, one of level 2 what is in each of 32 rows
-- of level 1, and so on up to level 4, which holds 33,554,432 ids. Level 5 is the whole list, in one
-- row. A leap to a page descends through a handful of rows instead of all the products before it.

create table moa.product_counts (
  -- 0 for all live products, 1 for those in won.
  list smallint not null,
  level smallint not null,
  -- The ids of its products, divided by what a row of the level holds.
  block bigint not null,
  held bigint not null,
  -- Of each of its 32 parts, from the smallest ids to the largest; of the whole list none.
  parts integer[] not null,
  constraint product_counts_key primary key (list, level, block),
  constraint product_counts_list_known check (list in (0, 1)),
  constraint product_counts_level_known check (level between 1 and 5),
  constraint product_counts_held_positive check (held >= 0),
  constraint product_counts_parts_number check (
    cardinality(parts) = case level when 5 then 0 else 32 end)
) with (fillfactor = 50);

insert into moa.product_counts (list, level, block, held, parts)
values (0, 5, 0, 0, '{}'), (1, 5, 0, 0, '{}');

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

-- Adds changes of leaves to all levels. Writers come here one after the other.
create function moa.product_counts_add(
  changed_lists smallint[], changed_leaves bigint[], changes bigint[]
) returns void
language plpgsql as $$
begin
  if changed_lists is null then return; end if;
  perform moa.product_counts_lock();
  insert into moa.product_counts (list, level, block, held, parts)
  select distinct list, level, leaf >> (5 * level), 0, array_fill(0, '{32}')
  from unnest(changed_lists, changed_leaves) as changed (list, leaf)
  cross join generate_series(1, 4) as level
  on conflict on constraint product_counts_key do nothing;
  update moa.product_counts as counts
  set held = counts.held + delta.held,
    parts = (
      select array_agg(old.part + coalesce(new.change, 0) order by old.place)
      from unnest(counts.parts) with ordinality as old (part, place)
      left join unnest(delta.places, delta.changes) as new (place, change) using (place))
  from (
    select list, level, block, sum(change)::bigint as held, array_agg(place) as places,
      array_agg(change::integer) as changes
    from (
      select list, level, leaf >> (5 * level) as block,
        ((leaf >> (5 * (level - 1))) & 31) + 1 as place, sum(change) as change
      from unnest(changed_lists, changed_leaves, changes) as changed (list, leaf, change)
      cross join generate_series(1, 4) as level
      group by 1, 2, 3, 4
    ) places
    group by 1, 2, 3
  ) delta
  where counts.list = delta.list and counts.level = delta.level and counts.block = delta.block;
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

-- Of the live products of a list with ids up to a ceiling, newest first, the id of the one before
-- which skip others stand; null when there are no more: how a leap to a page finds where it begins.
-- First it climbs, past what lies below the ceiling in the blocks that the ceiling is in, and from
-- the block that the place is in it descends.
--
-- The plans are made once: for so few rows, planning would take most of the time.
create function moa.product_id_at(
  wanted_list smallint, ceiling bigint, skip bigint
) returns bigint
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  rest bigint := skip;
  -- The block that the ceiling is in, on the level that the climb has come to.
  top bigint := ceiling >> 5;
  height smallint := 0;
  -- Where the place is, once that is known.
  number bigint;
  part integer;
  counted bigint;
  some_parts integer[];
  here record;
begin
  select held into counted
  from moa.product_counts where list = wanted_list and level = 5 and block = 0;
  if rest >= counted then return null; end if;
  select max(block) into counted
  from moa.product_counts where list = wanted_list and level = 4;
  if ceiling >> 25 > counted then
    top := counted + 1;
    height := 4;
  else
    -- The part of a leaf that lies below the ceiling is counted row by row.
    select count(*) into counted
    from (
      select from moa.products
      where deleted_at is null and id >= top << 5 and id <= ceiling
        and (wanted_list = 0 or currency = 'KRW')
      limit 32
    ) leaf;
    if rest < counted then
      number := top;
    else
      rest := rest - counted;
    end if;
  end if;
  while number is null and height < 4 loop
    height := height + 1;
    part := top & 31;
    top := top >> 5;
    select parts into some_parts
    from moa.product_counts where list = wanted_list and level = height and block = top;
    while found and part > 0 loop
      if rest < some_parts[part] then
        number := (top << 5) + part - 1;
        height := height - 1;
        exit;
      end if;
      rest := rest - some_parts[part];
      part := part - 1;
    end loop;
  end loop;
  if number is null then
    for here in
      select block, held from moa.product_counts
      where list = wanted_list and level = 4 and block < top
      order by block desc
    loop
      if rest < here.held then
        number := here.block;
        exit;
      end if;
      rest := rest - here.held;
    end loop;
    if number is null then return null; end if;
  end if;
  while height > 0 loop
    select parts into some_parts
    from moa.product_counts where list = wanted_list and level = height and block = number;
    part := 32;
    while part > 1 and rest >= some_parts[part] loop
      rest := rest - some_parts[part];
      part := part - 1;
    end loop;
    number := (number << 5) + part - 1;
    height := height - 1;
  end loop;
  select id into number
  from (
    select id from moa.products
    where deleted_at is null and id >= number << 5 and id <= least(number << 5 | 31, ceiling)
      and (wanted_list = 0 or currency = 'KRW')
    order by id desc
    limit 32
  ) leaf
  order by id desc
  offset rest limit 1;
  return number;
end
$$;
