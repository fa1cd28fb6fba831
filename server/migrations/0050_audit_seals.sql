-- The first entry that is sealed with the key of the installation without a gap up to the end of the chain; null without
-- a seal. It is part of the seal: a chain that was changed and then continued counts as sealed from there only.
alter table log_chains add column sealed_from bigint;

-- The next entry of each chain seals it in the new format.
set local role postern_system;
update log_chains set seal = null where seal is not null;
reset role;
