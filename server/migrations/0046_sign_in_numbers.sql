-- Which steps a sign-in has reached, so that each is counted once, on any number of nodes. Kept for two days.
create table sign_in_marks (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  sign_in varchar(64) not null,
  day date not null,
  -- Steps such as `verified`, and steps with their method such as `verified Password`.
  reached text[] not null,
  -- What the last write added to `reached`.
  added text[] not null,
  primary key (tenant_id, sign_in)
);
create index sign_in_marks__day on sign_in_marks (day);
select guard_tenant_table('sign_in_marks');

-- Sign-ins that reached a step, and failed attempts by reason, per day. Each is counted as a whole and per application,
-- method and language: separate rows instead of all combinations keep the table small.
create table daily_sign_ins (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  day date not null,
  kind varchar(8) not null check (kind in ('step', 'failure')),
  -- The step, or the error code.
  name varchar(128) not null,
  dimension varchar(16) not null check (dimension in ('all', 'application', 'method', 'language')),
  value varchar(64) not null,
  n bigint not null,
  primary key (tenant_id, day, kind, name, dimension, value)
);
create index daily_sign_ins__day on daily_sign_ins (day);
select guard_tenant_table('daily_sign_ins');
