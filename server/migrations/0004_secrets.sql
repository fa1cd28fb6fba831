-- Secrets that other services gave us for a person: the tokens of a provider, where its connector keeps them. Sealed by
-- the vault; metadata holds what may be shown.
create table secrets (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  user_id varchar(12) not null,
  type varchar(32) not null check (type = 'federated_token_set'),
  sealed text not null,
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index secrets__user on secrets (tenant_id, user_id);
select guard_tenant_table('secrets');

-- Which identity at which connector a token set belongs to: one per identity.
create table secret_social_connector_relations (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  secret_id varchar(21) not null,
  connector_id varchar(128) not null,
  target varchar(128) not null,
  identity_id varchar(256) not null,
  primary key (tenant_id, secret_id),
  constraint secret_social_connector_relations__identity unique (tenant_id, target, identity_id),
  foreign key (tenant_id, secret_id) references secrets (tenant_id, id) on delete cascade,
  foreign key (tenant_id, connector_id) references connectors (tenant_id, id) on delete cascade
);
create index secret_social_connector_relations__connector on secret_social_connector_relations (tenant_id, connector_id);
select guard_tenant_table('secret_social_connector_relations');

-- A token set that belongs to nothing any more is of no use to anybody but a thief.
create function drop_secret_of_relation() returns trigger language plpgsql as $$
begin
  delete from secrets where tenant_id = old.tenant_id and id = old.secret_id;
  return null;
end $$;
create trigger secret_goes after delete on secret_social_connector_relations for each row
  execute function drop_secret_of_relation();

create function drop_secrets_of_identities() returns trigger language plpgsql as $$
begin
  delete from secret_social_connector_relations r using secrets s
    where s.tenant_id = new.tenant_id and s.user_id = new.id and r.tenant_id = s.tenant_id and r.secret_id = s.id
      and new.identities -> r.target ->> 'userId' is distinct from r.identity_id;
  return null;
end $$;
create trigger identities_lose_secrets after update of identities on users for each row
  when (new.identities is distinct from old.identities) execute function drop_secrets_of_identities();

create function drop_secrets_of_connector() returns trigger language plpgsql as $$
begin
  delete from secret_social_connector_relations where tenant_id = new.tenant_id and connector_id = new.id;
  return null;
end $$;
create trigger connector_loses_secrets after update of enable_token_storage on connectors for each row
  when (old.enable_token_storage and not new.enable_token_storage) execute function drop_secrets_of_connector();
