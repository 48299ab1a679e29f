-- Why: the demo shop is loaded once. Whoever empties or changes it afterwards must not find it
-- back at the next start, so the fact is kept apart from the content.

create table moa.demo_shop (
  -- True in the only row that there can be.
  is_loaded boolean not null default true,
  -- Whether the products came too: whoever removes them must not find them back either.
  has_products boolean not null default false,
  loaded_at timestamptz not null default now(),
  constraint demo_shop_only_row primary key (is_loaded),
  constraint demo_shop_is_loaded_true check (is_loaded)
);
