-- Why: people find products by a few letters of their names. No index of PostgreSQL finds one
-- syllable of Korean among a million titles; a table of texts with the numbers of their letters
-- does. The server folds the texts (case, width, composition), so that a query is folded in the
-- same way.

-- A row for each product that was not removed. Prices and stocks change often and stay in
-- moa.products; whether a product is sold out changes seldom, and no index has it.
create table moa.product_search (
  product_id bigint not null,
  -- The words of the title, a space before and after each.
  title text not null,
  -- Title, brand and maker without spaces, a line of each.
  body text not null,
  -- A number for each letter and for each pair of letters in a line of the body.
  grams integer[] not null,
  is_sold_out boolean not null,
  constraint product_search_key primary key (product_id),
  constraint product_search_product_exists foreign key (product_id)
    references moa.products (id) on delete cascade,
  constraint product_search_texts_length check (
    octet_length(title) <= 16384 and octet_length(body) <= 49152),
  constraint product_search_grams_bounded check (cardinality(grams) <= 25000)
);

-- Without a pending list, which every search would have to read.
create index product_search_grams on moa.product_search using gin (grams) with (fastupdate = off);
-- Titles that equal a query, or begin with it. As many letters as a query may have.
create index product_search_beginning on moa.product_search (left(body, 120) text_pattern_ops, product_id);

-- The frequency of letters decides how a search runs, so PostgreSQL counts this many of them.
alter table moa.product_search alter column grams set statistics 1000;
-- The newest are read from the index alone after vacuum, and are counted soon.
alter table moa.product_search set (
  fillfactor = 95, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- Products with the most reviews first, as a search puts them in order.
create index products_reviews on moa.products (review_count, id) where deleted_at is null;

-- The words of all titles, to complete and correct queries.
create table moa.search_terms (
  term text not null,
  -- The number of products with it in their title; negative while an addition waits to be counted.
  products integer not null,
  -- Its keystrokes on a Korean keyboard, in ASCII.
  keys text not null,
  -- The first letter of each syllable.
  initials text not null,
  constraint search_terms_key primary key (term),
  constraint search_terms_length check (octet_length(term) <= 1024 and octet_length(keys) <= 2048)
);

create index search_terms_keys on moa.search_terms (keys text_pattern_ops);
create index search_terms_keys_reversed on moa.search_terms (reverse(keys) text_pattern_ops);
create index search_terms_initials on moa.search_terms (initials text_pattern_ops);

-- Terms that writes of products add and remove. The server counts them within seconds, so that no
-- write waits for another with the same word.
create table moa.search_term_changes (
  id bigint generated always as identity,
  terms text[] not null,
  -- 1 or -1.
  change smallint not null,
  constraint search_term_changes_key primary key (id),
  constraint search_term_changes_known check (change in (1, -1))
);
