-- Why: the link that opens /admin holds a token; one that lies in a history or a chat must not
-- open the shop for ever.

alter table moa.access_tokens
  -- The first instant at which it is worthless; null for never.
  add expires_at timestamptz,
  add constraint access_tokens_expire_later check (expires_at > created_at);
