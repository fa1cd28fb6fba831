-- Client secrets, signing keys, settings of webhooks, personal access tokens and one-time tokens are encrypted with the
-- vault, which makes them longer. During an upgrade, nodes of the previous release still run; they read plain text.
alter table applications alter column secret type text;
alter table application_secrets alter column value type text;
alter table personal_access_tokens alter column value type text, add column value_digest text;
alter table one_time_tokens alter column token type text, add column token_digest text;
-- Subject tokens are stored as digests. Their owner is the only one who has the token.
alter table subject_tokens alter column id type text;

-- Tokens are looked up by SHA-256 in hex. The triggers add it to rows of the previous release. A sealed value starts
-- with `v1.`, and its writer adds the digest.
create function digest_access_token() returns trigger language plpgsql as $$
begin
  if new.value not like 'v1.%' then
    new.value_digest := encode(sha256(convert_to(new.value, 'UTF8')), 'hex');
  end if;
  return new;
end $$;
create trigger digest before insert or update of value on personal_access_tokens
  for each row execute function digest_access_token();
-- The owner of the tables has no policy.
set local role postern_system;
update personal_access_tokens set value = value;
reset role;
alter table personal_access_tokens alter column value_digest set not null;
create unique index personal_access_tokens__digest on personal_access_tokens (tenant_id, value_digest);

create function digest_one_time_token() returns trigger language plpgsql as $$
begin
  if new.token not like 'v1.%' then
    new.token_digest := encode(sha256(convert_to(new.token, 'UTF8')), 'hex');
  end if;
  return new;
end $$;
create trigger digest before insert or update of token on one_time_tokens
  for each row execute function digest_one_time_token();
set local role postern_system;
update one_time_tokens set token = token;
reset role;
alter table one_time_tokens alter column token_digest set not null;
create unique index one_time_tokens__digest on one_time_tokens (tenant_id, token_digest);

-- See 0066. These columns are sealed when the nodes of the previous release have stopped.
set local role postern_system;
update vault_state set settings_sealed_at = null,
  settings_from = case when exists (select from tenants) then now() + interval '1 day' else settings_from end;
reset role;
