-- Why: a server has no state of its own, so images are stored here, each under the digest of its
-- bytes. The same image twice is one row, and a URL made from the digest never changes its answer.
-- Lists show smaller renditions, which are made when an image is uploaded, not when it is
-- requested.

create table moa.images (
  sha256 bytea not null,
  media_type text not null,
  width integer not null,
  height integer not null,
  bytes bytea not null,
  -- 0xRRGGBB; gray until the pixels have been read.
  color integer not null default 14737632,
  -- Whether the sweep keeps it, used or not: an administrator's upload may be named anywhere.
  -- Images of products are removed with their products.
  is_kept boolean not null default true,
  created_at timestamptz not null default now(),
  constraint images_sha256_key primary key (sha256),
  constraint images_sha256_length check (octet_length(sha256) = 32),
  constraint images_media_type_served check (media_type in ('image/png', 'image/jpeg')),
  constraint images_size_positive check (width >= 1 and height >= 1),
  constraint images_color_range check (color between 0 and 16777215),
  -- 300 KB: the most that existing apps send.
  constraint images_bytes_length check (octet_length(bytes) between 1 and 307200)
);

-- PNG and JPEG are compressed already: trying again costs time on every write.
alter table moa.images alter column bytes set storage external;

-- The sweep reads the images that were not uploaded again for a day.
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

-- How an image is shown at a size: as the rendition that was made for it, or unchanged. file is the
-- last part of its URL, such as cell.jpg or original.png.
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
