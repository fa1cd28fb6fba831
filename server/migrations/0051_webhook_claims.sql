-- Deliveries are claimed in this order, so that a claim reads a few rows of any backlog.
create index webhook_deliveries__next on webhook_deliveries (tenant_id, hook_id, next_at, seq) where dead_at is null;
drop index webhook_deliveries__due;

-- A delivery waits while an earlier event of its object is in the outbox.
create index outbox__subject on outbox (tenant_id, subject_id, seq);
