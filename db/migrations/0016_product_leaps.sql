-- Why: a leap to a page read the leaf of 32 ids that the page begins in from its end, and threw away
-- what is newer: 16 products on average. Where all 32 are in the list, as in nearly every leaf, the
-- id is known without reading one.

-- Of the live products of a list, oldest first, the one before which rank others stand, as somebody
-- who reads newest first finds it: up to which id to read, and how many to skip. rank is below
-- how many there are; no row when it is below 0.
--
-- As before, this is taken into the plans of the statements that ask, where it costs a fraction of a
-- call: for that it must stay one query, stable, not strict, and without settings. Its limits and
-- offsets keep the planner from calculating twice what is used twice.
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

-- What servers of before ask: the same as leaf * 32 + how many of the leaf are newer.
create or replace function moa.product_place(wanted_list smallint, rank bigint)
returns table (place bigint)
language sql stable as $$
  select (ceiling & ~31::bigint) | skip + 31 - (ceiling & 31)
  from moa.product_leap(wanted_list, rank)
$$;
