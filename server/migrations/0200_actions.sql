-- Scripts of a tenant that take part in its sign-ins.
create table actions (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  type varchar(32) not null check (type in ('postFirstFactorVerification', 'postSignIn')),
  script text not null,
  -- Encrypted as a whole: names and values.
  environment_variables text,
  context_sample jsonb,
  enabled boolean,
  on_execution_error varchar(8) check (on_execution_error in ('block', 'allow')),
  -- New with every change: a result of an earlier script has no effect.
  version varchar(21) not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, type)
);
create trigger touch before update on actions for each row execute function touch_updated_at();
create trigger changed after insert or update or delete on actions
  for each row execute function notify_tenant_changed();
select guard_tenant_table('actions');

-- As scripts for tokens, the free plan does not have them.
update skus set quota = quota || '{"actionsEnabled": false}' where id = 'free';
