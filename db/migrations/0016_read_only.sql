-- Why: whoever moves the shop to another database stops writes for a while, and goes on answering reads.

-- One row while nothing may be written, none otherwise.
create table moa.read_only (
  is_on boolean not null default true,
  since timestamptz not null,
  constraint read_only_key primary key (is_on),
  constraint read_only_one_row check (is_on)
);
