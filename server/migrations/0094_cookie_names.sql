-- On https, names of cookies begin with __Host- from this time on. During an upgrade, nodes of the previous release still
-- run; they know only the plain names.
create table cookie_names (
  prefixed_from timestamptz not null,
  -- Cookies with plain names are accepted until then, so that people stay signed in.
  plain_until timestamptz not null
);
create unique index cookie_names__one on cookie_names ((true));
grant select, insert, update, delete on cookie_names to postern_system;
insert into cookie_names (prefixed_from, plain_until)
  select now() + upgrade.days * interval '1 day', now() + upgrade.days * interval '31 days'
  from (select case when exists (select from tenants) then 1 else 0 end as days) upgrade;
