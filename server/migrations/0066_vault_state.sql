-- Settings of connectors, webhook keys and captcha secrets are encrypted from this time on. During an upgrade, nodes of
-- the previous release still run; they read these columns as plain text.
create table vault_state (
  settings_from timestamptz not null,
  -- When the values of the previous release were encrypted; null before.
  settings_sealed_at timestamptz
);
create unique index vault_state__one on vault_state ((true));
grant select, insert, update, delete on vault_state to postern_system;
insert into vault_state (settings_from)
  select case when exists (select from tenants) then now() + interval '1 day' else now() end;
