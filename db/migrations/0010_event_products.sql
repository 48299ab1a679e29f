-- Why: a tap on an event shows its products. A merchandiser chooses them, in the order of display.
--
-- Every statement starts from the event, so there is no index by product: only the removal of a
-- product's row would use one, and rows of products stay (0007).

create table moa.event_category_products (
  event_category_id bigint not null,
  product_id bigint not null,
  -- From 1.
  position integer not null,
  constraint event_category_products_key primary key (event_category_id, product_id),
  constraint event_category_products_position_unique unique (event_category_id, position),
  constraint event_category_products_event_exists foreign key (event_category_id)
    references moa.event_categories (id) on delete cascade,
  constraint event_category_products_product_exists foreign key (product_id)
    references moa.products (id) on delete cascade,
  constraint event_category_products_position_range check (position between 1 and 1000)
);
