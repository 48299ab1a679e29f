-- Why: a system that sells the same goods elsewhere takes them from the stock, and repeats a request
-- whose answer was lost. Each operation is carried out once by its id.

create table moa.stock_operations (
  vendor_id bigint not null,
  -- The sender's.
  id uuid not null,
  -- Everything but the id, to tell a repetition from another operation with the same id.
  asked text not null,
  -- The stock after it, which is answered again.
  stock integer not null,
  carried_out_at timestamptz not null,
  constraint stock_operations_key primary key (vendor_id, id),
  constraint stock_operations_stock_range check (stock >= 0)
);

-- For the sweep.
create index stock_operations_age on moa.stock_operations (carried_out_at);
