-- The plan of the tenant when its checkout began. A payment does not replace a plan that an operator assigned since.
alter table checkout_sessions add column from_plan varchar(64);
