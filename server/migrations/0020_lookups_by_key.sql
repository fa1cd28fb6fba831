-- Until a table is analyzed for the first time, PostgreSQL takes each of few rows for a tenant of its own. Then any index that
-- begins with the tenant looks as good as the key, and whoever is looked up by id or name is searched among all users.
-- That holds for the first minute of every new server, and longer when the first import is large.
do $$
begin
  if current_setting('server_version_num')::int >= 180000
    and (select reltuples < 0 from pg_class where oid = 'users'::regclass) then
    -- As a text: older versions do not know the function. The first analysis of the table overwrites it.
    execute $stats$select pg_restore_attribute_stats('schemaname', current_schema()::text, 'relname', 'users',
      'attname', 'tenant_id', 'inherited', false, 'null_frac', 0::real, 'avg_width', 8, 'n_distinct', 1::real)$stats$;
  end if;
end $$;
