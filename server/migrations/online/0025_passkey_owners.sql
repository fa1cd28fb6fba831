-- Online: existing passkeys are read after the triggers, in another transaction.
-- A passkey belongs to one person. Factors are kept as JSON with the user, where no index can be unique across rows, so
-- triggers keep the credential ids beside them.
create table passkey_owners (
  tenant_id varchar(21) not null default current_setting('app.tenant_id'),
  credential_id text not null,
  user_id varchar(12) not null,
  primary key (tenant_id, credential_id)
);
create index passkey_owners__user on passkey_owners (tenant_id, user_id);
alter table passkey_owners add foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade;
select guard_tenant_table('passkey_owners');

create function keep_passkey_owners() returns trigger language plpgsql as $$
begin
  delete from passkey_owners where tenant_id = new.tenant_id and user_id = new.id;
  insert into passkey_owners (tenant_id, credential_id, user_id)
    select new.tenant_id, f.one ->> 'credentialId', new.id
    from jsonb_array_elements(new.mfa_verifications) as f (one)
    where f.one ->> 'type' = 'WebAuthn' and f.one ? 'credentialId';
  return null;
end $$;
create trigger passkeys_given after insert on users for each row
  when (new.mfa_verifications <> '[]') execute function keep_passkey_owners();
create trigger passkeys_changed after update of mfa_verifications on users for each row
  when (new.mfa_verifications is distinct from old.mfa_verifications) execute function keep_passkey_owners();

-- next transaction
-- Of a credential that several people have, the first binding stays. The others may come from an attack, so they are
-- removed before the rule holds.
-- As the role that sees every tenant: row-level security also binds the owner of the table.
set local role postern_system;
insert into passkey_owners (tenant_id, credential_id, user_id)
  select distinct on (u.tenant_id, f.one ->> 'credentialId') u.tenant_id, f.one ->> 'credentialId', u.id
  from users u cross join lateral jsonb_array_elements(u.mfa_verifications) as f (one)
  where u.mfa_verifications <> '[]' and f.one ->> 'type' = 'WebAuthn' and f.one ? 'credentialId'
  order by u.tenant_id, f.one ->> 'credentialId', f.one ->> 'createdAt', u.id
  on conflict do nothing;
update users u set mfa_verifications = kept.factors
  from (
    select x.tenant_id, x.id, coalesce(jsonb_agg(f.one order by f.position) filter (where f.stays), '[]') as factors
    from users x cross join lateral (
      select e.one, e.position,
        e.one ->> 'type' is distinct from 'WebAuthn' or not e.one ? 'credentialId' or (
          -- The same credential twice with one person counts once.
          row_number() over (partition by e.one ->> 'credentialId' order by e.position) = 1
          and exists (select from passkey_owners p where p.tenant_id = x.tenant_id and p.user_id = x.id
            and p.credential_id = e.one ->> 'credentialId')) as stays
      from jsonb_array_elements(x.mfa_verifications) with ordinality as e (one, position)) as f
    where x.mfa_verifications <> '[]'
    group by x.tenant_id, x.id) as kept
  where u.tenant_id = kept.tenant_id and u.id = kept.id and u.mfa_verifications <> kept.factors;
reset role;
