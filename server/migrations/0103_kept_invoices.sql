-- Invoices and credit notes of erased tenants. Tax law asks for ten years, and for numbers without gaps. Not a table of a
-- tenant: its rows stay when the tenant is erased.
create table kept_invoices (
  provider varchar(16) not null,
  number varchar(64) not null,
  for_tenant varchar(21) not null,
  reference varchar(255) not null,
  status varchar(16) not null,
  amount_due bigint not null,
  amount_paid bigint not null,
  currency varchar(3) not null,
  plan_id varchar(64) not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  created_at timestamptz not null,
  lines jsonb not null,
  corrects varchar(64),
  -- Seller, tax and, where the law asks for it, the customer.
  details jsonb not null,
  primary key (provider, number)
);
create index kept_invoices__created on kept_invoices (created_at);
grant select, insert, update, delete on kept_invoices to postern_system;

-- A trigger, so that no way of deleting a tenant loses them. A person without a tax ID is erased: small invoices need no
-- recipient. Above 250 the recipient is part of the document.
create function keep_invoice() returns trigger language plpgsql as $$
begin
  insert into kept_invoices (provider, number, for_tenant, reference, status, amount_due, amount_paid, currency, plan_id,
    period_start, period_end, created_at, lines, corrects, details)
  values (old.provider, old.number, old.tenant_id, old.reference, old.status, old.amount_due, old.amount_paid,
    old.currency, old.plan_id, old.period_start, old.period_end, old.created_at, old.lines, old.corrects,
    case when coalesce(old.details #>> '{customer,taxId}', '') <> '' or abs(old.amount_due) > 25000
      then old.details else old.details - 'customer' end)
  on conflict do nothing;
  return null;
end $$;
create trigger kept after delete on invoices
  for each row when (old.number is not null) execute function keep_invoice();
