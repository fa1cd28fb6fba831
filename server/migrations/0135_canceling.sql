-- While a provider ends the subscription, its tenant counts as a free one: until this time, in case the server stops.
alter table billing_subscriptions add column canceling_until timestamptz;
