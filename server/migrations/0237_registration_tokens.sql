-- The token with which an application manages its registration ends with the application, whoever deletes it.
create function delete_registration_tokens() returns trigger language plpgsql as $$
begin
  delete from oidc_models
    where tenant_id = old.tenant_id and model = 'RegistrationAccessToken' and grant_id = 'client ' || old.application_id;
  return null;
end $$;
create trigger registration_ended after delete on registered_clients
  for each row execute function delete_registration_tokens();
