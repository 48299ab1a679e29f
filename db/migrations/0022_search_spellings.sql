-- Why: `머그` and `머 그` are one trend, so a query is counted without its spaces, and shown as most
-- people write it.

-- As it was typed, with single spaces; null for a search that an earlier program counted.
alter table moa.search_devices add column spelling text,
  add constraint search_devices_spelling_length check (octet_length(spelling) between 1 and 1024);

with spaced as (
  delete from moa.search_devices where query like '% %' returning query, device, searched_at
)
insert into moa.search_devices (query, spelling, device, searched_at)
select replace(query, ' ', ''), query, device, searched_at from spaced
on conflict on constraint search_devices_key do nothing;

with spaced as (
  delete from moa.search_trends where query like '% %' returning query, weight, searched_at
)
insert into moa.search_trends (query, weight, searched_at)
select replace(query, ' ', ''), max(weight), max(searched_at) from spaced group by 1
on conflict on constraint search_trends_key
  do update set weight = greatest(search_trends.weight, excluded.weight);
