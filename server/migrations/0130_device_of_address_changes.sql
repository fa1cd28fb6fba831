-- The device with which an address was changed, as in account_additions: undoing the change also removes what was added with
-- it before.
alter table address_changes add column device varchar(64);
