-- Why: to move the shop to another database, an operator stops writes for a while; reads still
-- work.

-- One row while writes are stopped, none otherwise.
create table moa.read_only (
  is_on boolean not null default true,
  since timestamptz not null,
  constraint read_only_key primary key (is_on),
  constraint read_only_one_row check (is_on)
);
