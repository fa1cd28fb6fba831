-- Tokens of development tenants are not limited.
update skus set quota = quota || '{"tokenLimit": null}' where id = 'dev' and quota -> 'tokenLimit' = '500000';
-- A plan exists before it is assigned. Names that were typed until now were plans without limits of their own.
insert into skus (id, name, type)
  select distinct plan_id, plan_id, 'Basic' from tenants
  where plan_id not in ('oss', 'development') and deleted_at is null
  on conflict (id) do nothing;
