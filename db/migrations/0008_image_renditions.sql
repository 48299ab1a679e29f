-- Why: a list draws pictures of a few hundred pixels, and must know their sizes and a colour before
-- it has loaded them. Renditions are made when an image is taken in, never when it is asked for.

-- 0xRRGGBB; gray until somebody has looked at the pixels.
alter table moa.images add column color integer not null default 14737632;
alter table moa.images add constraint images_color_range check (color between 0 and 16777215);

-- Whether the sweep leaves it, used or not: what administrators upload may be named anywhere. All that
-- were there before are theirs; those of products come and go with the products.
alter table moa.images add column is_kept boolean not null default true;

create table moa.image_renditions (
  sha256 bytea not null,
  preset text not null,
  media_type text not null,
  width integer not null,
  height integer not null,
  octets bytea not null,
  constraint image_renditions_sha256_preset_key primary key (sha256, preset),
  constraint image_renditions_image_exists foreign key (sha256) references moa.images (sha256)
    on delete cascade,
  constraint image_renditions_preset_length check (octet_length(preset) between 1 and 20),
  constraint image_renditions_media_type_served check (media_type in ('image/png', 'image/jpeg')),
  constraint image_renditions_size_positive check (width >= 1 and height >= 1),
  constraint image_renditions_octets_length check (octet_length(octets) between 1 and 307200)
);

alter table moa.image_renditions alter column octets set storage external;

-- The sweep walks along those that nobody has brought for a day.
create index images_oldest on moa.images (created_at, sha256) where not is_kept;

create function moa.packed_type(media_type text) returns bytea
language sql immutable parallel safe
return case media_type when 'image/png' then '\x01'::bytea else '\x02'::bytea end;

-- All that a list must know of an image, packed, so that a product can carry its cover along:
-- digest (32 octets), type (1 is PNG, 2 is JPEG), width, height, octets, color, how many renditions
-- there are, and for each its preset (1 thumb, 2 cell, 3 full), type, width, height, octets. Types,
-- presets and the number are one octet each, everything else is four.
create function moa.packed_picture(digest bytea) returns bytea
language sql stable
return (
  select sha256 || moa.packed_type(media_type) || int4send(width) || int4send(height)
    || int4send(octet_length(octets)) || int4send(color) || (
      select set_byte('\x00'::bytea, 0, count(*)::int) || coalesce(string_agg(
        set_byte('\x00'::bytea, 0, array_position('{thumb,cell,full}'::text[], preset))
          || moa.packed_type(made.media_type) || int4send(made.width) || int4send(made.height)
          || int4send(octet_length(made.octets)),
        ''::bytea order by made.width, preset), ''::bytea)
      from moa.image_renditions made
      where made.sha256 = images.sha256 and preset in ('thumb', 'cell', 'full'))
  from moa.images
  where sha256 = digest);
