-- why: placeholder
select 1;
