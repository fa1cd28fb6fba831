-- The audit log by actor, object and result, and what each change changed.

-- Null for entries of earlier releases. Columns, because an expression on the payload finds no index under row-level
-- security. The payload contains the same values, so the hash chain protects them.
alter table logs add column actor_id varchar(64), add column object_kind varchar(64), add column object_id varchar(64);

-- On the parent only: the entries of existing months are indexed after the migration without blocking writers.
create index logs__actor on only logs (tenant_id, actor_id, created_at desc, id) where actor_id is not null;
create index logs__object on only logs (tenant_id, object_id, created_at desc, id) where object_id is not null;
create index logs__object_kind on only logs (tenant_id, object_kind, created_at desc, id) where object_kind is not null;
create index logs__failed on only logs (tenant_id, created_at desc, id) where payload ->> 'result' = 'Error';
-- What happened to a tenant of the cloud edition, with its invitations.
create index logs__tenant_layer on only logs
  (tenant_id, (coalesce(payload ->> 'tenantId', payload ->> 'subjectId')), created_at desc, id)
  where split_part(key, '.', 1) in ('Tenant', 'TenantInvitation');

-- The name of the object and its changed fields: {"name": "…", "changes": {"field": {"before": …, "after": …}}}. Not
-- part of `data`, because webhooks and live changes do not contain it.
alter table outbox add column noted jsonb;

create function field_name(column_name text) returns text language sql immutable as $$
  select case column_name when 'password_encrypted' then 'password' else
    lower(left(column_name, 1)) || substr(replace(initcap(replace(column_name, '_', ' ')), ' ', ''), 2) end
$$;

-- The fields that differ. Values only of `shown` columns, and only short ones. The keys of an object are fields too.
create function changed_fields(before jsonb, after jsonb, shown text[], hidden text[]) returns jsonb
  language sql immutable as $$
  with compared as (
    select field_name(c) as field, before -> c as b, after -> c as a, c = any(shown) as is_shown,
      c = any(shown) and 'object' in (jsonb_typeof(before -> c), jsonb_typeof(after -> c)) as is_object
    from unnest(shown || hidden) c where before -> c is distinct from after -> c
  ), fields as (
    select field, b, a, is_shown from compared where not is_object
    union all
    select field || '.' || k, case when jsonb_typeof(b) = 'object' then b -> k end,
      case when jsonb_typeof(a) = 'object' then a -> k end, true
    from compared, lateral (
      select jsonb_object_keys(case when jsonb_typeof(b) = 'object' then b else '{}' end) as k
      union select jsonb_object_keys(case when jsonb_typeof(a) = 'object' then a else '{}' end)) keys
    where is_object and (case when jsonb_typeof(b) = 'object' then b -> k end)
      is distinct from (case when jsonb_typeof(a) = 'object' then a -> k end)
  )
  select coalesce(jsonb_object_agg(field,
      case when is_shown and length(coalesce(b::text, '')) <= 1000 and length(coalesce(a::text, '')) <= 1000
        then jsonb_build_object('before', b, 'after', a) else '{}' end), '{}')
  from fields
$$;

-- Notes what a statement changes, until the end of the transaction, for the event that reports it. Arguments: the first
-- word of the event, the column of the id, the column of the name or '', the columns whose values may be recorded, and
-- the columns of which only the name is recorded because they may contain secrets or personal data.
create function note_change() returns trigger language plpgsql as $$
declare
  noted text := coalesce(current_setting('app.noted', true), '');
  place text := tg_argv[0] || ':' || (to_jsonb(old) ->> tg_argv[1]);
  entry jsonb := '{}';
  earlier jsonb;
  fields jsonb;
begin
  -- A statement over many rows notes the first ones.
  if length(noted) > 32000 then
    return null;
  end if;
  if noted = '' then
    noted := '{}';
  end if;
  earlier := coalesce(noted::jsonb -> place, '{}');
  if tg_op = 'UPDATE' then
    fields := changed_fields(to_jsonb(old), to_jsonb(new), string_to_array(tg_argv[3], ','),
      string_to_array(tg_argv[4], ','));
    -- Two statements about one field: from the first value to the last.
    select coalesce(jsonb_object_agg(f.key, case when f.value ? 'before' and earlier -> 'changes' -> f.key ? 'before'
        then jsonb_set(f.value, '{before}', earlier -> 'changes' -> f.key -> 'before') else f.value end), '{}')
      into fields from jsonb_each(fields) f;
    if fields = '{}' then
      return null;
    end if;
    entry := jsonb_build_object('changes', coalesce(earlier -> 'changes', '{}') || fields);
  end if;
  if tg_argv[2] <> '' then
    entry := entry || jsonb_build_object('name',
      case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[2]);
  end if;
  perform set_config('app.noted', (noted::jsonb || jsonb_build_object(place, earlier || entry))::text, true);
  return null;
end $$;

-- Only tables that the API changes: the arguments are the list of what may be recorded.
create trigger note_change after update or delete on applications for each row execute function note_change(
  'Application', 'id', 'name', 'name,description,type,is_third_party,oidc_client_metadata,custom_client_metadata',
  'protected_app_metadata,custom_data');
create trigger note_change after update on application_sign_in_experiences for each row execute function note_change(
  'Application', 'application_id', '', 'display_name,terms_of_use_url,privacy_policy_url',
  'color,branding,custom_css');
create trigger note_change after update on saml_application_configs for each row execute function note_change(
  'Application', 'application_id', '', 'entity_id,acs_url,name_id_format,single_logout_url',
  'attribute_mapping,encryption,request_signing,idp_initiated');
create trigger note_change after update or delete on roles for each row execute function note_change(
  'Role', 'id', 'name', 'name,description,is_default', '');
create trigger note_change after update or delete on scopes for each row execute function note_change(
  'Scope', 'id', 'name', 'name,description', '');
create trigger note_change after update or delete on resources for each row execute function note_change(
  'Resource', 'id', 'name', 'name,indicator,is_default,access_token_ttl', '');
create trigger note_change after update or delete on organizations for each row execute function note_change(
  'Organization', 'id', 'name', 'name,description,is_mfa_required', 'custom_data,color,branding,custom_css');
create trigger note_change after update or delete on organization_roles for each row execute function note_change(
  'OrganizationRole', 'id', 'name', 'name,description,type', '');
create trigger note_change after update or delete on organization_scopes for each row execute function note_change(
  'OrganizationScope', 'id', 'name', 'name,description', '');
create trigger note_change after update or delete on connectors for each row execute function note_change(
  'Connector', 'id', 'connector_id', 'sync_profile,enable_token_storage,trust_addresses', 'config,metadata');
create trigger note_change after update or delete on sso_connectors for each row execute function note_change(
  'SsoConnector', 'id', 'connector_name', 'connector_name,domains,sync_profile,enable_token_storage',
  'config,branding');
create trigger note_change after update or delete on email_templates for each row execute function note_change(
  'EmailTemplate', 'id', 'template_type', '', 'details');
create trigger note_change after delete on hooks for each row execute function note_change(
  'Webhook', 'id', 'name', '', '');
create trigger note_change_of_settings after update of name, events, config, enabled on hooks for each row
  execute function note_change('Webhook', 'id', 'name', 'name,events,enabled', 'config');
create trigger note_change after delete on log_streams for each row execute function note_change(
  'LogStream', 'id', 'name', '', '');
create trigger note_change_of_settings after update of name, config, secrets, enabled on log_streams for each row
  execute function note_change('LogStream', 'id', 'name', 'name,enabled', 'config,secrets');
create trigger note_change after update or delete on custom_profile_fields for each row execute function note_change(
  'CustomProfileField', 'id', 'name', 'type,label,description,required', 'config');
create trigger note_change after update on sign_in_experiences for each row execute function note_change(
  'SignInExperience', 'id', '',
  'sign_in_mode,terms_of_use_url,privacy_policy_url,agree_to_terms_policy,single_sign_on_enabled,password_policy,mfa,'
  'sign_up,social_sign_in_connector_targets,forgot_password_methods,captcha_policy,sentinel_policy,passkey_sign_in,'
  'unknown_session_redirect_url,support_email,support_website_url,language_info,sign_in,social_sign_in',
  'color,branding,custom_css,custom_content,custom_ui_assets,email_blocklist_policy');
create trigger note_change after update on account_centers for each row execute function note_change(
  'AccountCenter', 'id', '', 'enabled,fields,webauthn_related_origins,delete_account', '');
create trigger note_change after update on captcha_providers for each row execute function note_change(
  'CaptchaProvider', 'id', '', '', 'config');
create trigger note_change after update on sign_in_protections for each row execute function note_change(
  'SignInProtection', 'tenant_id', '', 'trusts_devices,trusted_days,mails_new_devices,medium_risk,high_risk', '');
create trigger note_change after update on session_policies for each row execute function note_change(
  'SessionPolicy', 'tenant_id', '', 'max_minutes,idle_minutes,max_sessions', '');
create trigger note_change after update of deletion on directory_syncs for each row execute function note_change(
  'DirectorySync', 'connector_id', '', 'deletion', '');
-- Of people, only which fields changed: the values are personal data, which must be gone with the person.
create trigger note_change after update of username, primary_email, primary_phone, password_encrypted, name, avatar,
  profile, custom_data, is_suspended on users for each row execute function note_change(
  'User', 'id', '', 'is_suspended',
  'username,primary_email,primary_phone,password_encrypted,name,avatar,profile,custom_data');

-- Notes what a statement relates to an object or no longer relates, for example the permissions of a role. Arguments: the
-- first word of the event, the columns of the object and of what is related to it, and the name of the list.
create function note_relation() returns trigger language plpgsql as $$
declare
  noted text := coalesce(nullif(current_setting('app.noted', true), ''), '{}');
  list text := case tg_op when 'INSERT' then 'added' else 'removed' end || tg_argv[3];
  related record;
  entry jsonb;
begin
  if length(noted) > 32000 then
    return null;
  end if;
  for related in
    select tg_argv[0] || ':' || (to_jsonb(c) ->> tg_argv[1]) as place, jsonb_agg(distinct to_jsonb(c) ->> tg_argv[2]) as ids
    from (select * from changed_rows limit 100) c group by 1
  loop
    entry := coalesce(noted::jsonb -> related.place, '{}');
    noted := noted::jsonb || jsonb_build_object(related.place,
      entry || jsonb_build_object(list, coalesce(entry -> list, '[]') || related.ids));
  end loop;
  perform set_config('app.noted', noted, true);
  return null;
end $$;

do $$
declare
  given record;
begin
  for given in select * from (values
    ('organization_roles_scopes', 'OrganizationRole', 'organization_role_id', 'organization_scope_id',
      'OrganizationScopeIds'),
    ('organization_roles_resource_scopes', 'OrganizationRole', 'organization_role_id', 'scope_id', 'ScopeIds'),
    ('organization_users_roles', 'Organization', 'organization_id', 'organization_role_id', 'OrganizationRoleIds'),
    ('organization_applications_roles', 'Organization', 'organization_id', 'organization_role_id',
      'OrganizationRoleIds'),
    ('organization_jit_email_domains', 'Organization', 'organization_id', 'email_domain', 'EmailDomains'),
    ('organization_jit_roles', 'Organization', 'organization_id', 'organization_role_id', 'OrganizationRoleIds'),
    ('organization_jit_sso_connectors', 'Organization', 'organization_id', 'sso_connector_id', 'SsoConnectorIds')
  ) as relations (target, word, owner, related, list)
  loop
    execute format('create trigger note_added after insert on %I referencing new table as changed_rows
      for each statement execute function note_relation(%L, %L, %L, %L)', given.target, given.word, given.owner,
      given.related, given.list);
    execute format('create trigger note_removed after delete on %I referencing old table as changed_rows
      for each statement execute function note_relation(%L, %L, %L, %L)', given.target, given.word, given.owner,
      given.related, given.list);
  end loop;
end $$;

create function take_noted() returns trigger language plpgsql as $$
declare
  entry jsonb := current_setting('app.noted', true)::jsonb -> (split_part(new.name, '.', 1) || ':' || new.subject_id);
begin
  new.noted := nullif(case
    when new.name like '%.Deleted' then jsonb_strip_nulls(jsonb_build_object('name', entry -> 'name'))
    when new.name ~ '\.(Data|SuspensionStatus)\.Updated$' then jsonb_strip_nulls(jsonb_build_object('name',
      entry -> 'name')) || case when entry ? 'changes' then jsonb_build_object('changes', entry -> 'changes') else '{}' end
    else entry - 'changes'
  end, '{}');
  return new;
end $$;
-- A restored event keeps what it has.
create trigger noted before insert on outbox for each row
  when (new.noted is null and coalesce(current_setting('app.noted', true), '') <> ''
    and new.name ~ '\.((Data|SuspensionStatus|Roles|Scopes|ResourceScopes|Jit)\.Updated|Deleted)$')
  execute function take_noted();

-- The last verification of the hash chain of each tenant.
create table log_verifications (
  tenant_id varchar(21) primary key default current_setting('app.tenant_id'),
  requested_at timestamptz not null default now(),
  -- Null while it runs.
  finished_at timestamptz,
  -- Null if it could not be finished.
  result jsonb
);
select guard_tenant_table('log_verifications');
