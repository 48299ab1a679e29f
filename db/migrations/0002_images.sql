-- Why: a server keeps no state of its own, so images live here, each under the digest of its
-- bytes. The same image twice is one row, and a URL made of the digest never changes its answer. What
-- lists show is smaller: renditions are made when an image is taken in, never when it is asked for.

create table moa.images (
  sha256 bytea not null,
  media_type text not null,
  width integer not null,
  height integer not null,
  bytes bytea not null,
  -- 0xRRGGBB; gray until somebody has looked at the pixels.
  color integer not null default 14737632,
  -- Whether the sweep leaves it, used or not: what administrators upload may be named anywhere. Those
  -- of products come and go with the products.
  is_kept boolean not null default true,
  created_at timestamptz not null default now(),
  constraint images_sha256_key primary key (sha256),
  constraint images_sha256_length check (octet_length(sha256) = 32),
  constraint images_media_type_served check (media_type in ('image/png', 'image/jpeg')),
  constraint images_size_positive check (width >= 1 and height >= 1),
  constraint images_color_range check (color between 0 and 16777215),
  -- 300 KB: what the existing apps send at most.
  constraint images_bytes_length check (octet_length(bytes) between 1 and 307200)
);

-- PNG and JPEG are compressed already: trying once more costs time on every write.
alter table moa.images alter column bytes set storage external;

-- The sweep walks along those that nobody has brought for a day.
create index images_oldest on moa.images (created_at, sha256) where not is_kept;

create table moa.image_renditions (
  sha256 bytea not null,
  -- thumb, cell or full.
  preset text not null,
  media_type text not null,
  width integer not null,
  height integer not null,
  bytes bytea not null,
  constraint image_renditions_sha256_preset_key primary key (sha256, preset),
  constraint image_renditions_image_exists foreign key (sha256) references moa.images (sha256)
    on delete cascade,
  constraint image_renditions_preset_length check (octet_length(preset) between 1 and 20),
  constraint image_renditions_media_type_served check (media_type in ('image/png', 'image/jpeg')),
  constraint image_renditions_size_positive check (width >= 1 and height >= 1),
  constraint image_renditions_bytes_length check (octet_length(bytes) between 1 and 307200)
);

alter table moa.image_renditions alter column bytes set storage external;

-- How an image is shown at a size: by the rendition that was made for it, or as it is. file is the
-- last step of its URL, such as cell.jpg or original.png.
create function moa.served_image(digest bytea, wanted text)
returns table (file text, width integer, height integer, bytes integer)
language sql stable as $$
  select coalesce(made.preset, 'original')
      || case coalesce(made.media_type, images.media_type)
        when 'image/png' then '.png' else '.jpg' end,
    coalesce(made.width, images.width), coalesce(made.height, images.height),
    coalesce(octet_length(made.bytes), octet_length(images.bytes))
  from moa.images
  left join moa.image_renditions made on made.sha256 = images.sha256 and made.preset = wanted
  where images.sha256 = digest
$$;
