-- Why: the demo shop has products from now on, and databases that were given the shop before shall
-- get them too, once. Whoever removes them afterwards must not find them back.

alter table moa.demo_shop add column has_products boolean not null default false;
