-- The exact time without use, if it was set in seconds. `idle_minutes` has it rounded up, for the previous release.
alter table session_policies add column idle_seconds integer;
