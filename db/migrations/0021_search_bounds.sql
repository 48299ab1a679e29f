-- Why: a client may invent any number of queries. Of each device so many are counted a day, which are
-- found by this index; a device is another one on the next day.
create index search_devices_device on moa.search_devices (device);
