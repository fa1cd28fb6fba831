-- The families that the list of logs shows since this release; contracts/src/records/audit.ts has the same names. The
-- previous release reads logs__shown, so a later release drops it. On the parent only: the entries of existing months
-- are indexed after the migration without blocking writers.
create index logs__listed on only logs (tenant_id, created_at desc, id) where split_part(key, '.', 1) in
  ('ExchangeTokenBy', 'RevokeToken', 'RevokeGrants', 'Interaction', 'JwtCustomizer', 'SamlApplication', 'Action', 'Unknown');
