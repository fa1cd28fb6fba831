-- Tokens that were exchanged for a personal access token end with it. Their grant names it.
create function end_exchanged_tokens() returns trigger language plpgsql as $$
begin
  with ended as (
    delete from oidc_models where tenant_id = old.tenant_id and account_id = old.user_id and model = 'Grant'
      and payload ->> 'personalAccessToken' = old.value_digest returning id)
  delete from oidc_models where tenant_id = old.tenant_id and account_id = old.user_id
    and grant_id in (select id from ended);
  return null;
end $$;
create trigger exchanged_tokens_end after delete on personal_access_tokens for each row
  execute function end_exchanged_tokens();
