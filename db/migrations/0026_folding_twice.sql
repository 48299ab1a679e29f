-- Why: during an upgrade a server of the release before may store a text folded its way after a new
-- server has passed it. So all texts are read a second time, an hour later.

alter table moa.search_folding
  -- The version by which all texts were folded last, and when the last of them was.
  add column walked_version smallint not null default 1,
  add column walked_at timestamptz;
