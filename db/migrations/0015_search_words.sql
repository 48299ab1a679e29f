-- Why: a merchandiser knows which words mean the same, which queries need a page of their own, and
-- which words must find nothing. And users want suggestions at every key.

-- Groups of words with the same meaning. A search looks its words up by the key.
create table moa.search_synonyms (
  -- Folded, as searches compare it.
  word text not null,
  -- As it was entered.
  text text not null,
  -- Both from 1, in the order of entry.
  group_number integer not null,
  position integer not null,
  constraint search_synonyms_key primary key (word),
  constraint search_synonyms_place_unique unique (group_number, position),
  constraint search_synonyms_length check (
    octet_length(word) between 1 and 1024 and octet_length(text) between 1 and 4096),
  constraint search_synonyms_group_range check (group_number between 1 and 1000),
  constraint search_synonyms_position_range check (position between 1 and 20)
);

-- Queries that open a page.
create table moa.search_redirects (
  -- Folded, without spaces.
  query text not null,
  text text not null,
  -- A kind with the id of an event category, a product, a category or an item type, or with the
  -- words of a search or a URL. The destination may have been removed.
  link_kind text not null,
  link_id bigint,
  link_text text,
  position integer not null,
  constraint search_redirects_key primary key (query),
  constraint search_redirects_position_unique unique (position),
  constraint search_redirects_length check (
    octet_length(query) between 1 and 1024 and octet_length(text) between 1 and 4096),
  constraint search_redirects_link_whole check (case
    when link_kind in ('event', 'product', 'category', 'item_type')
      then link_text is null and link_id is not null and link_id >= 1
    when link_kind in ('search', 'url')
      then link_id is null and link_text is not null
        and octet_length(link_text) between 1 and 4096
    else false end),
  constraint search_redirects_position_range check (position between 1 and 1000)
);

-- Words that find nothing, and are neither suggested nor trending.
create table moa.search_banned_words (
  word text not null,
  text text not null,
  position integer not null,
  constraint search_banned_words_key primary key (word),
  constraint search_banned_words_position_unique unique (position),
  constraint search_banned_words_length check (
    octet_length(word) between 1 and 1024 and octet_length(text) between 1 and 4096),
  constraint search_banned_words_position_range check (position between 1 and 1000)
);

-- Each first letter has very many terms; the most frequent ones are suggested.
create index search_terms_first_key on moa.search_terms (left(keys, 1), products desc);
create index search_terms_first_keys on moa.search_terms (left(keys, 2), products desc);
create index search_terms_first_initials on moa.search_terms (left(initials, 2), products desc);

-- Why: the searches of many people today help the next one. They contain no person: a device is a
-- keyed hash that changes every day.

-- The searches of each device, each once a day.
create table moa.search_devices (
  -- Folded, as it is shown.
  query text not null,
  device bytea not null,
  searched_at timestamptz not null,
  constraint search_devices_key primary key (query, device),
  constraint search_devices_query_length check (octet_length(query) between 1 and 1024),
  constraint search_devices_device_length check (octet_length(device) = 16)
);

create index search_devices_age on moa.search_devices (searched_at);

-- How often a query is searched for. The weight is the logarithm of a sum in which older searches
-- count less; in this form all weights decay alike and need no update.
create table moa.search_trends (
  query text not null,
  weight double precision not null,
  searched_at timestamptz not null,
  constraint search_trends_key primary key (query),
  constraint search_trends_query_length check (octet_length(query) between 1 and 1024)
);

create index search_trends_weight on moa.search_trends (weight desc);
create index search_trends_age on moa.search_trends (searched_at);
