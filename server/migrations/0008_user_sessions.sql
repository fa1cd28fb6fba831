-- The timeline of one person: who made an event happen, and which entries of the audit log belong on the timeline.
-- Sessions themselves need nothing new: what is told of them stands in the engine's objects.

-- Who did it and from where; null when nobody called, such as a job.
alter table outbox add column actor jsonb;

-- Null for what is on no timeline, such as the tokens that applications fetch every hour.
alter table logs add column timeline varchar(16);
create index logs__timeline on logs (tenant_id, user_id, created_at desc, id) where timeline is not null;
