-- Why: searches ignore marks and unusual characters now, so stored texts must be folded again. The
-- server does that, because it folds queries too, product by product while the shop is open.

-- One row: how far that is.
create table moa.search_folding (
  is_only boolean not null default true,
  -- All stored texts are folded as this version does.
  version smallint not null,
  -- The last product that was folded by the next version; 0 before the first one.
  product_id bigint not null default 0,
  constraint search_folding_key primary key (is_only),
  constraint search_folding_one_row check (is_only),
  constraint search_folding_range check (version >= 1 and product_id >= 0)
);

insert into moa.search_folding (version) values (1);
