-- Why: two editors of one list must not undo each other's work without a word, and a category must
-- not show a picture that is not there.

-- The version of each list that people arrange: it grows with every change of any of its items.
create table moa.list_versions (
  list text not null,
  version bigint not null,
  constraint list_versions_list_key primary key (list),
  constraint list_versions_version_positive check (version >= 1)
);

insert into moa.list_versions (list, version) values ('event_categories', 1);

-- The image of this site that a URL names: its digest, or null for any other URL.
create function moa.own_image(url text) returns bytea
language sql immutable parallel safe
return decode(substring(url from '^/images/([0-9a-f]{64})/'), 'hex');

alter table moa.event_categories
  add column thumbnail_image_sha256 bytea
    generated always as (moa.own_image(thumbnail_image_url)) stored,
  add column thumbnail_text_image_sha256 bytea
    generated always as (moa.own_image(thumbnail_text_image_url)) stored,
  add constraint event_categories_thumbnail_image_exists
    foreign key (thumbnail_image_sha256) references moa.images (sha256),
  add constraint event_categories_thumbnail_text_image_exists
    foreign key (thumbnail_text_image_sha256) references moa.images (sha256);

-- The sweep asks whether anything shows an image, and so does the store when one is removed.
create index event_categories_thumbnail_image
  on moa.event_categories (thumbnail_image_sha256);
create index event_categories_thumbnail_text_image
  on moa.event_categories (thumbnail_text_image_sha256);
