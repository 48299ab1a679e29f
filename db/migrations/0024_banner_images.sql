-- The image of this site that a banner shows, if it is one: its size and colour are read with the banner,
-- and an expression over the URL would be computed anew for each reader.
alter table moa.event_banners
  add column thumbnail_image_sha256 bytea
    generated always as (moa.own_image(thumbnail_image_url)) stored;
