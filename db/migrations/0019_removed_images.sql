-- Why: an administrator must be able to take a picture down for good, so the shop remembers which
-- bytes it refuses.

create table moa.removed_images (
  sha256 bytea not null,
  removed_at timestamptz not null,
  constraint removed_images_key primary key (sha256),
  constraint removed_images_sha256_length check (octet_length(sha256) = 32)
);
