-- After a paid plan ends, what exists keeps working for some days as on that plan.
alter table tenants
  add column grace_plan varchar(64),
  add column grace_until timestamptz;
