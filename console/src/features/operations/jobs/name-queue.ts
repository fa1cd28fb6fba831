/** Kinds of work by the names of their queues, first match first. */
const kinds = [
  ['cleanup', /\.(forget|purge|clean|sweep|expire|retire|remove|unused|drop)/],
  ['webhooks', /^webhooks\./],
  ['auditLogs', /^audit\./],
  ['logStreams', /^log-streams\./],
  ['dashboard', /^dashboard\./],
  ['applications', /^(oidc\.notify-applications|sign-in-requests\.ping)$/],
  ['domains', /^domains\./],
  ['ssoMetadata', /^sso-connectors\.(plan-refresh|refresh)/],
  ['emails', /^(account|console-sign-in|new-devices|saml-applications|sign-in-requests|sso-connectors|tenant-mails)\./],
  ['emails', /^(tenants\.send-invitation|usage-alerts\.send)$/],
  ['pictures', /^avatar-uploads\./],
  ['userJobs', /^user-jobs$/],
  ['vault', /^vault\./],
  ['trackers', /^trackers\./],
  ['billing', /^(billing|plans|usage-alerts)\./],
  ['tenants', /^(regions|tenants)\./],
] as const;

export type QueueKind = (typeof kinds)[number][0];

/** What a queue does; undefined for a queue that this version does not know. */
export const kindOf = (queue: string): QueueKind | undefined => kinds.find(([, pattern]) => pattern.test(queue))?.[0];
