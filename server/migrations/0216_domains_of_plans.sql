-- How many custom domains a tenant of a plan may have. Agreed plans without the key have no limit.
update skus set quota = quota || '{"customDomainsLimit": 1}' where id = 'free' and not quota ? 'customDomainsLimit';
update skus set quota = quota || '{"customDomainsLimit": 10}'
  where id in ('pro', 'pro-202411', 'pro-202509') and not quota ? 'customDomainsLimit';
