-- Payments for plans: customers, checkouts, invoices, and the sandbox that stands in for a payment provider.

-- Who a tenant is at the payment provider, and what it pays for there now.
create table billing_customers (
  tenant_id varchar(21) primary key default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  provider varchar(16) not null,
  customer varchar(255) not null,
  -- Null while nothing is subscribed to.
  subscription varchar(255),
  created_at timestamptz not null default now()
);
select guard_tenant_table('billing_customers');

-- Every subscription that a tenant ever had: its last invoices come after its end.
create table billing_subscriptions (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  provider varchar(16) not null,
  reference varchar(255) not null,
  sku_id varchar(64) not null,
  -- When the newest event about it happened: an older one that comes late changes nothing.
  event_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, provider, reference)
);
create index billing_subscriptions__reference on billing_subscriptions (provider, reference);
create unique index billing_subscriptions__live on billing_subscriptions (tenant_id) where ended_at is null;
select guard_tenant_table('billing_subscriptions');

create table checkout_sessions (
  id varchar(21) primary key,
  -- Null until the tenant that is paid for exists; so it is no table of a tenant, but goes with it.
  for_tenant varchar(21) references tenants (id) on delete cascade,
  owner_id varchar(12) not null,
  provider varchar(16) not null,
  -- Of the provider; null until it has answered.
  reference varchar(255),
  redirect_uri text,
  sku_id varchar(64) not null,
  -- The subscription that this one takes the place of.
  replaces varchar(255),
  status varchar(16) not null default 'open' check (status in ('open', 'complete', 'expired')),
  success_url varchar(2048) not null,
  -- Name, tag and region of a tenant that does not exist yet.
  new_tenant jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check (for_tenant is not null or new_tenant is not null)
);
-- One open session for a tenant, and one for a tenant that somebody wants to have.
create unique index checkout_sessions__open on checkout_sessions (for_tenant) where status = 'open' and for_tenant is not null;
create unique index checkout_sessions__open_new on checkout_sessions (owner_id) where status = 'open' and for_tenant is null;
create index checkout_sessions__expiry on checkout_sessions (expires_at);
create index checkout_sessions__tenant on checkout_sessions (for_tenant);
grant select, insert, update, delete on checkout_sessions to postern_system;

-- Amounts are cents.
create table invoices (
  tenant_id varchar(21) not null default current_setting('app.tenant_id') references tenants (id) on delete cascade,
  id varchar(21) not null,
  provider varchar(16) not null,
  reference varchar(255) not null,
  subscription varchar(255) not null,
  status varchar(16) not null check (status in ('draft', 'open', 'paid', 'void', 'uncollectible')),
  amount_due bigint not null,
  amount_paid bigint not null,
  currency varchar(3) not null,
  plan_id varchar(64) not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  created_at timestamptz not null,
  due_date timestamptz,
  lines jsonb not null,
  -- When the newest event about it happened.
  event_at timestamptz not null,
  primary key (tenant_id, id),
  constraint invoices__reference unique (tenant_id, provider, reference)
);
create index invoices__newest on invoices (tenant_id, created_at desc, id);
create index invoices__open on invoices (tenant_id) where status in ('open', 'uncollectible');
select guard_tenant_table('invoices');

-- Each event of a provider counts once. One about a subscription that nobody knows yet waits here, because a provider
-- does not promise an order.
create table payment_events (
  provider varchar(16) not null,
  id varchar(255) not null,
  at timestamptz not null,
  received_at timestamptz not null default now(),
  waits_for varchar(255),
  event jsonb,
  primary key (provider, id),
  check ((waits_for is null) = (event is null))
);
create index payment_events__waiting on payment_events (provider, waits_for) where waits_for is not null;
create index payment_events__received on payment_events (received_at);
grant select, insert, update, delete on payment_events to postern_system;

-- Paid for although it was not wanted any more: ended at the provider, who gives the money back.
create table unwanted_subscriptions (
  provider varchar(16) not null,
  subscription varchar(255) not null,
  due_at timestamptz not null default now(),
  attempts int not null default 0,
  last_error text,
  primary key (provider, subscription)
);
create index unwanted_subscriptions__due on unwanted_subscriptions (due_at);
grant select, insert, update, delete on unwanted_subscriptions to postern_system;

-- The sandbox: what a payment provider would keep. Of a card it keeps what is printed on a receipt.
create table local_customers (
  reference varchar(255) primary key,
  name varchar(128) not null,
  card_brand varchar(16),
  card_last4 varchar(4),
  card_expires date,
  -- What the documented test numbers do when they are charged again later.
  card_fails_later boolean not null default false,
  created_at timestamptz not null default now()
);
create table local_checkouts (
  reference varchar(64) primary key,
  session_id varchar(21) not null unique,
  sku_id varchar(64) not null,
  plan_name varchar(128) not null,
  unit_price bigint not null,
  tenant_name varchar(128) not null,
  customer varchar(255),
  subscription varchar(255),
  success_url varchar(2048) not null,
  cancel_url varchar(2048) not null,
  status varchar(16) not null default 'open' check (status in ('open', 'complete', 'expired')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index local_checkouts__expiry on local_checkouts (expires_at);
create table local_subscriptions (
  reference varchar(255) primary key,
  customer varchar(255) not null references local_customers (reference) on delete cascade,
  sku_id varchar(64) not null,
  plan_name varchar(128) not null,
  unit_price bigint not null,
  status varchar(32) not null check (status in ('active', 'past_due', 'unpaid', 'canceled')),
  -- Periods are counted from here, so that the 31st of January is followed by the 28th of February and the 31st of March.
  anchor timestamptz not null,
  period int not null default 0,
  period_start timestamptz not null,
  period_end timestamptz not null
);
create index local_subscriptions__customer on local_subscriptions (customer);
create index local_subscriptions__due on local_subscriptions (period_end) where status <> 'canceled';
create table local_invoices (
  reference varchar(255) primary key,
  subscription varchar(255) not null references local_subscriptions (reference) on delete cascade,
  status varchar(16) not null check (status in ('open', 'paid', 'void', 'uncollectible')),
  amount bigint not null,
  invoice jsonb not null,
  created_at timestamptz not null,
  attempts int not null default 0,
  -- Null when nobody tries again.
  next_attempt_at timestamptz
);
create index local_invoices__subscription on local_invoices (subscription, created_at desc);
create index local_invoices__due on local_invoices (next_attempt_at) where next_attempt_at is not null;
create table local_portals (
  token_digest varchar(64) primary key,
  customer varchar(255) not null references local_customers (reference) on delete cascade,
  return_url varchar(2048) not null,
  expires_at timestamptz not null
);
create index local_portals__expiry on local_portals (expires_at);
grant select, insert, update, delete on
  local_customers, local_checkouts, local_subscriptions, local_invoices, local_portals to postern_system;

-- The sandbox knows no tenants. With the tenant goes what it kept about that customer.
create function forget_local_customer() returns trigger language plpgsql as $$
begin
  if old.provider = 'local' then
    delete from local_checkouts where customer = old.customer;
    delete from local_customers where reference = old.customer;
  end if;
  return null;
end $$;
create trigger forgotten after delete on billing_customers
  for each row execute function forget_local_customer();
