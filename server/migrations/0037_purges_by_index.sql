-- Old rows are found by an index. BRIN finds them only while rows lie in the order of their age: after some weeks new rows
-- fill the gaps of deleted ones, and each purge would read the whole table.

-- The hour in which a row of the engine expires. An index on the expiry itself would forbid heap-only updates of sessions,
-- which get a new expiry with each use. Their hour changes rarely.
alter table oidc_models add column purge_hour timestamptz
  generated always as (date_trunc('hour', expires_at at time zone 'UTC') at time zone 'UTC') stored;
drop index oidc_models__expiry;
create index oidc_models__purge on oidc_models (purge_hour);

drop index throttle_counters__age;
create index throttle_counters__age on throttle_counters (window_start);
drop index message_counters__age;
create index message_counters__age on message_counters (window_start);
drop index subject_tokens__expiry;
create index subject_tokens__expiry on subject_tokens (expires_at);
create index sentinel_activities__age on sentinel_activities (created_at);
create index one_time_tokens__expiry on one_time_tokens (expires_at);
create index mailbox_messages__age on mailbox_messages (created_at);
create index active_users__period on active_users (period);
