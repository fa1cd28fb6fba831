-- lower(… collate "C") gives the comparison the collation "C", and the index users__username has another one. PostgreSQL could
-- not use it and read all users of the tenant for each name.
create or replace function users_named_in(tenant varchar, given text) returns setof varchar(12)
  language sql stable security definer set search_path = public as $$
    select id from users where tenant_id = tenant and username = lower(given collate "C") collate "default"
    union all
    select id from users where tenant_id = tenant and username <> lower(username collate "C")
      and lower(username collate "C") = lower(given collate "C")
  $$;
