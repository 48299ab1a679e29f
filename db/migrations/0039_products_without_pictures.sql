-- Why: administrators find products without pictures, and how many there are.

create index products_without_pictures on moa.products (id)
  where cover_sha256 is null and (deleted_at is null or is_hidden);
