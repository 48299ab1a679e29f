-- Why: whoever may upload could fill the disk, or keep the decoders busy all day. How many images a
-- vendor has sent is counted here, so that it is one number for all servers of this database.

create table moa.vendor_uploads (
  vendor_id bigint not null,
  -- When the first image of this day came; a day later it begins anew with the next one.
  day_began timestamptz not null,
  images integer not null,
  constraint vendor_uploads_vendor_id_key primary key (vendor_id),
  constraint vendor_uploads_vendor_exists foreign key (vendor_id) references moa.vendors (id)
    on delete cascade,
  constraint vendor_uploads_images_range check (images > 0)
);
