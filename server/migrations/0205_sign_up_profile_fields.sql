-- The profile fields that new users are asked for, in order. Null, also for tenants from before, means all fields.
alter table sign_in_experiences add column sign_up_profile_fields jsonb;
alter table sign_in_experiences alter column sign_up_profile_fields set default '[]';

-- A field that is deleted is no longer asked for.
create function forget_profile_field() returns trigger language plpgsql as $$
begin
  update sign_in_experiences
    set sign_up_profile_fields = coalesce((
      select jsonb_agg(field order by place)
      from jsonb_array_elements(sign_up_profile_fields) with ordinality as fields (field, place)
      where field ->> 'name' <> old.name
    ), '[]')
    where tenant_id = old.tenant_id
      and sign_up_profile_fields @> jsonb_build_array(jsonb_build_object('name', old.name));
  return null;
end $$;
create trigger profile_field_deleted after delete on custom_profile_fields for each row
  execute function forget_profile_field();
