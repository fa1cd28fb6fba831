-- What people add to their account, and with which device: factors, linked accounts, and an address where there was none.
-- When they report a sign-in of this device, it is removed. The value of an identity is the id at its provider.
create table account_additions (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  user_id varchar(12) not null,
  kind varchar(16) not null check (kind in ('factor', 'identity', 'email', 'phone')),
  reference text not null,
  value text not null,
  -- The digest of the device in the known-device cookie.
  device varchar(64) not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, kind, reference),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index account_additions__age on account_additions (created_at);
select guard_tenant_table('account_additions');

create function record_additions() returns trigger language plpgsql as $$
begin
  insert into account_additions (tenant_id, user_id, kind, reference, value, device)
    select new.tenant_id, new.id, kind, reference, value, current_setting('app.device') from (
      select 'factor', factor ->> 'id', '' from jsonb_array_elements(new.mfa_verifications) as factor
        where not old.mfa_verifications @> jsonb_build_array(jsonb_build_object('id', factor -> 'id'))
      union all
      select 'identity', target, identity ->> 'userId' from jsonb_each(new.identities) as one (target, identity)
        where identity -> 'userId' is distinct from old.identities -> target -> 'userId'
      union all
      select 'email', '', new.primary_email where old.primary_email is null and new.primary_email is not null
      union all
      select 'phone', '', new.primary_phone where old.primary_phone is null and new.primary_phone is not null
    ) as added (kind, reference, value)
    on conflict (tenant_id, user_id, kind, reference)
      do update set value = excluded.value, device = excluded.device, created_at = excluded.created_at;
  return null;
end $$;
create trigger additions_recorded after update of mfa_verifications, identities, primary_email, primary_phone on users
  for each row when (current_setting('app.device', true) <> '') execute function record_additions();
