-- Cents a month that a tenant may cost at most; null without a limit.
alter table tenants add column spending_limit bigint;
