-- Why: the demo shop is loaded once. If it is emptied or changed, it must not be back after the
-- next start, so this fact is stored apart from the content.

create table moa.demo_shop (
  -- True in the only row.
  is_loaded boolean not null default true,
  -- Whether the products were loaded, too: if they are removed, they must not come back either.
  has_products boolean not null default false,
  loaded_at timestamptz not null default now(),
  constraint demo_shop_only_row primary key (is_loaded),
  constraint demo_shop_is_loaded_true check (is_loaded)
);
