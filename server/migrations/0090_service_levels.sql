-- Requests of an hour on all nodes, by kind of operation. Each node adds what it has counted once a minute.
create table service_levels (
  hour timestamptz not null,
  kind text not null,
  requests bigint not null,
  -- Responses with a status of 500 or more.
  failed bigint not null,
  -- Responses that took longer than the objective allows.
  slow bigint not null,
  primary key (hour, kind)
);
grant select, insert, update, delete on service_levels to postern_system;

-- The readiness check compares it with the files of the release.
grant select on schema_migrations to postern_system;
