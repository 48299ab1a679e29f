-- Two roles for Moa in an external PostgreSQL: moa_owner owns the schema and runs `moa migrate` and
-- `moa demo`; moa_server may only read and write rows, and is the role of `moa serve`. An
-- administrator runs this once, in the database of the shop, before the first `moa migrate`:
--
--   createdb --encoding UTF8 --template template0 shop
--   psql --set ON_ERROR_STOP=1 --dbname shop --file roles.sql
--   psql --dbname shop --command '\password moa_owner' --command '\password moa_server'
--
-- Then `moa doctor --database-url postgres://moa_server@HOST/shop` says whether a right is missing.

create role moa_owner login;
create role moa_server login;

create schema moa authorization moa_owner;
grant usage on schema moa to moa_server;

-- For every table that a migration makes, also later ones.
alter default privileges for role moa_owner in schema moa
  grant select, insert, update, delete on tables to moa_server;
alter default privileges for role moa_owner in schema moa
  grant usage, select, update on sequences to moa_server;
