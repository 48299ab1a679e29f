-- Why: shoppers filter by size and colour. The array of a product's options has all its values, so
-- an index on it finds the products with some of them; writers of options need not know of it.
-- Products without options are not in the index.
create index products_options on moa.products using gin (options)
  with (fastupdate = off)
  where deleted_at is null and options is not null;

-- The names of options, in the order of the choices of variants.
create function moa.option_names(options text[]) returns text[]
language plpgsql immutable parallel safe as $$
declare
  names text[] := '{}';
begin
  for place in 1..cardinality(options) by 3 loop
    if place = 1 or options[place] <> options[place - 3] then
      names := names || options[place];
    end if;
  end loop;
  return names;
end
$$;
