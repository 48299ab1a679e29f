-- Why: a product that was removed must not be liked by shoppers who find its id later, and its
-- pictures must not stay for ever because it is liked.

-- Whether the product was ever liked in this row: a shopper may like a removed product again. Of
-- rows from before nothing is known.
alter table moa.likes
  add column was_liked boolean not null default true,
  add constraint likes_was_liked check (was_liked or not is_liked);

-- Likes do not keep images any more.
drop index moa.likes_cover;

-- The sweep takes the images away from products that were removed 30 days ago.
create index products_removed on moa.products (deleted_at)
  where deleted_at is not null and cover_sha256 is not null;
