-- Why: the products of an event have an order of their own, in lists and on the home screen.

alter table moa.home_sections drop constraint home_sections_sort_known,
  add constraint home_sections_sort_known check (
    sort in ('newest', 'price_asc', 'price_desc', 'arranged'));
