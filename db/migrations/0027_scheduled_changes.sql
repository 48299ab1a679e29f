-- Why: an event that begins or ends by its schedule changes what apps show, though nothing is
-- written at that moment. It gets a number then, like any other change, so that all who follow the
-- changes learn of it: phones, copies of the shop, operators.

-- All that was scheduled until then is marked.
alter table moa.change_clock add column scheduled_until timestamptz not null default now();

-- Marks what has begun or ended since the last call. If that is nothing, nothing is written. It is
-- a second late, because a server whose clock is behind this one shows it later.
create function moa.mark_scheduled() returns void
language sql as $$
  with period as (
    select scheduled_until as after, now() - interval '1 second' as until from moa.change_clock
  ), moments (kind, key, moment) as (
    select 'event', id, unnest(array[starts_at, ends_at]) from moa.event_categories
    union all
    select 'home', 0, unnest(array[starts_at, ends_at]) from moa.event_banners
    union all
    select 'home', 0, unnest(array[starts_at, ends_at]) from moa.categories
    union all
    select 'home', 0, unnest(array[starts_at, ends_at]) from moa.item_types
    union all
    select 'home', 0, unnest(array[starts_at, ends_at]) from moa.home_sections
    union all
    select 'config', 0, unnest(array[starts_at, ends_at]) from moa.app_config
  ), due as (
    select distinct kind, key
    from moments, period
    where moment > after and moment <= until
  ), marked as (
    -- Of several servers one finds the clock as it read it.
    update moa.change_clock as clock
    set scheduled_until = period.until
    from period
    where clock.scheduled_until = period.after and exists (select from due)
    returning true
  )
  select moa.leave_mark(kind, array_agg(key))
  from due
  where exists (select from marked)
  group by kind
$$;
