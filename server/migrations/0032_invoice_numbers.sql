-- Numbers of invoices and credit notes, and what else must be printed on them.

-- The last number of each series. A series is the text that its numbers begin with. The row is locked until the invoice is
-- stored, so that numbers follow each other without gaps and without duplicates.
create table invoice_series (
  prefix varchar(32) primary key,
  last_number bigint not null
);
grant select, insert, update, delete on invoice_series to postern_system;

alter table invoices
  -- Null while it is a draft.
  add column number varchar(64),
  -- Of a credit note: the number of the invoice that it corrects.
  add column corrects varchar(64),
  -- Seller, customer and tax, as they were when the number was given.
  add column details jsonb not null default '{}';
-- Invoices of earlier releases were printed with their id.
update invoices set number = id where status <> 'draft';
create unique index invoices__number on invoices (provider, number) where number is not null;

-- Name, address and tax id that a customer of the sandbox entered in the portal.
alter table local_customers add column billing jsonb;
