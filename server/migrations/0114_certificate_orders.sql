-- The address of the account and the contact that the authority knows; null until an order has asked for it.
alter table acme_accounts
  add column url varchar(2048),
  add column email varchar(320);
-- When the certificate is ordered again; null if the previous release stored it.
alter table domains add column certificate_renew_at timestamptz;
