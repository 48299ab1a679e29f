-- Why: a server keeps no state of its own, so images live here, each under the digest of its
-- octets. The same image twice is one row, and a URL made of the digest never changes its answer.

create table moa.images (
  sha256 bytea not null,
  media_type text not null,
  width integer not null,
  height integer not null,
  octets bytea not null,
  created_at timestamptz not null default now(),
  constraint images_sha256_key primary key (sha256),
  constraint images_sha256_length check (octet_length(sha256) = 32),
  constraint images_media_type_served check (media_type in ('image/png', 'image/jpeg')),
  constraint images_size_positive check (width >= 1 and height >= 1),
  -- 300 KB: what the existing apps send at most.
  constraint images_octets_length check (octet_length(octets) between 1 and 307200)
);

-- PNG and JPEG are compressed already: trying once more costs time on every write.
alter table moa.images alter column octets set storage external;
