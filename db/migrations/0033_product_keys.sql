-- Why: vendors know their products by keys of their own, such as article numbers. A product is made
-- or replaced by its key, so that the same catalogue can be sent again.

alter table moa.products
  add column key text,
  add constraint products_key_length check (octet_length(key) between 1 and 200);

create unique index products_key_unique on moa.products (vendor_id, key)
  where key is not null and (deleted_at is null or is_hidden);
