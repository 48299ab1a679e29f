-- Why: a list of 20 products cost the database four times what finding them costs, because it joined
-- the vendors, and gave thirty columns of each row to send. What a list shows of a product is now
-- kept packed beside its columns, as one value, which the database keeps up to date by itself.

-- A text as octets: its length, then UTF-8, whatever the session's encoding is; -1 for null.
--
-- Called immutable because a database never changes its encoding. Not in SQL, which could not be
-- inlined for being built from functions that are only called stable.
create function moa.packed_text(value text) returns bytea
language plpgsql immutable parallel safe as $$
begin
  if value is null then return '\xffffffff'; end if;
  return int4send(octet_length(convert_to(value, 'UTF8'))) || convert_to(value, 'UTF8');
end
$$;

create function moa.packed_vendor(identifier uuid, created_at timestamptz, name text)
returns bytea
language plpgsql immutable parallel safe as $$
begin
  return uuid_send(identifier) || timestamptz_send(created_at) || moa.packed_text(name);
end
$$;

-- Numbers are big-endian; times are microseconds since 2000-01-01. The first octet numbers this
-- format: another one gets another number, and servers that do not know it say so.
create function moa.packed_product(
  code uuid, vendor_id bigint, seller bytea, currency text, amount bigint, discount bigint,
  stock integer, type smallint, review_count integer, review_average double precision,
  created_at timestamptz, updated_at timestamptz, version integer, name text, description text,
  brand text, tags text[], cover bytea
) returns bytea
language plpgsql immutable parallel safe as $$
begin
  return '\x01'::bytea || uuid_send(code) || int8send(vendor_id) || seller
    || case currency when 'KRW' then '\x01'::bytea else '\x02'::bytea end
    || int8send(amount) || int8send(discount) || int4send(stock) || int2send(type)
    || int4send(review_count) || float8send(review_average)
    || timestamptz_send(created_at) || timestamptz_send(updated_at) || int4send(version)
    || moa.packed_text(name) || moa.packed_text(description) || moa.packed_text(brand)
    || moa.packed_text(array_to_string(tags, ',')) || coalesce(cover, ''::bytea);
end
$$;

-- What products keep of their vendor. The key below lets it change with the vendor only.
alter table moa.vendors add column packed bytea not null
  generated always as (moa.packed_vendor(identifier, created_at, name)) stored;
alter table moa.vendors add constraint vendors_id_packed_unique unique (id, packed);

create function moa.vendor_packed(vendor_id bigint) returns bytea
language sql stable
return (select packed from moa.vendors where id = vendor_id);

-- Whoever adds a product and does not say what its vendor is like, gets it told.
create function moa.products_seller() returns trigger
language plpgsql as $$
begin
  new.seller := moa.vendor_packed(new.vendor_id);
  return new;
end
$$;

-- The rows are written anew once, with their sellers and cards: the second step of the two does it.
alter table moa.products add column seller bytea;
alter table moa.products
  alter column seller type bytea using moa.vendor_packed(vendor_id),
  alter column seller set not null,
  drop constraint products_vendor_exists,
  add constraint products_vendor_exists foreign key (vendor_id, seller)
    references moa.vendors (id, packed) on update cascade,
  -- All pictures with their ids, packed: a copy as well, for the screen of one product. Null where
  -- an earlier server wrote the row; then they are looked up.
  add column pictures bytea,
  add constraint products_pictures_length check (octet_length(pictures) <= 2048),
  add column card bytea not null generated always as (
    moa.packed_product(code, vendor_id, seller, currency, amount, discount, stock, type,
      review_count, review_average, created_at, updated_at, version, name, description, brand,
      tags, cover)) stored;

create trigger products_seller before insert on moa.products
  for each row when (new.seller is null) execute function moa.products_seller();

-- By -id: an order that no other index has, so that a shelf is never looked for in the order of all.
drop index moa.products_shelf_newest;
create index products_shelf_newest on moa.products (shelf, (-id)) where deleted_at is null;
drop index moa.products_vendor_newest;
create index products_vendor_newest on moa.products (vendor_id, shelf, (-id))
  where deleted_at is null;
