-- Where people delete their account, a style of its own, and the profile fields that the account center shows, in order;
-- null means all fields.
alter table account_centers
  add column delete_account_url varchar(2048),
  add column custom_css text,
  add column profile_fields jsonb;

drop trigger note_change on account_centers;
create trigger note_change after update on account_centers for each row execute function note_change(
  'AccountCenter', 'id', '', 'enabled,fields,webauthn_related_origins,delete_account,delete_account_url,profile_fields',
  'custom_css');

create function without_profile_field(fields jsonb, gone varchar) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(field order by place), '[]')
  from jsonb_array_elements(fields) with ordinality as listed (field, place)
  where field ->> 'name' <> gone
$$;

-- A field that is deleted is no longer asked for at sign-up, and no longer shown in the account center.
create or replace function forget_profile_field() returns trigger language plpgsql as $$
declare
  gone jsonb := jsonb_build_array(jsonb_build_object('name', old.name));
begin
  update sign_in_experiences
    set sign_up_profile_fields = without_profile_field(sign_up_profile_fields, old.name)
    where tenant_id = old.tenant_id and sign_up_profile_fields @> gone;
  update account_centers
    set profile_fields = without_profile_field(profile_fields, old.name)
    where tenant_id = old.tenant_id and profile_fields @> gone;
  return null;
end $$;

-- People who use the console may use the account center of the admin tenant. Settings of an operator are kept.
set local role postern_system;
insert into account_centers (tenant_id, id, enabled, fields, profile_fields)
  select id, 'default', true,
    '{"name": "Edit", "avatar": "Edit", "profile": "Edit", "email": "Edit", "phone": "Edit", "password": "Edit",
      "username": "Edit", "social": "Edit", "customData": "Edit", "mfa": "Edit"}',
    '[{"name": "name"}, {"name": "avatar"}]'
  from tenants where id = 'admin'
  on conflict do nothing;
reset role;
