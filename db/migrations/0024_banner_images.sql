-- Why: the size and colour of a banner's image are read with it. The image is kept beside its URL, if it
-- is one of this site: an expression over the URL would be computed anew for each reader.
alter table moa.event_banners
  add column thumbnail_image_sha256 bytea
    generated always as (moa.own_image(thumbnail_image_url)) stored;
