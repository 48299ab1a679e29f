-- Why: the size and colour of an item type's image are read with it, as those of a banner's (0024).
alter table moa.item_types
  add column thumbnail_image_sha256 bytea
    generated always as (moa.own_image(thumbnail_image_url)) stored;
