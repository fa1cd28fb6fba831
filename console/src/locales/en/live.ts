export const live = {
  toConsole: 'Go to the console',
  others: 'Your other tenants',
  removed: {
    title: 'You are no longer a member of {{tenant}}',
    by: '{{by}} removed you from this tenant.',
    body: 'An operator removed you from this tenant.',
  },
  deleted: {
    title: '{{tenant}} was deleted',
    by: '{{by}} deleted this tenant.',
    body: 'An operator deleted this tenant.',
  },
  role: {
    admin: 'You are now an administrator of {{tenant}}.',
    adminBy: '{{by}} made you an administrator of {{tenant}}.',
    billing: 'You now manage the billing of {{tenant}}.',
    billingBy: '{{by}} made you responsible for the billing of {{tenant}}.',
    collaborator: 'You are now a collaborator in {{tenant}}.',
    collaboratorBy: '{{by}} made you a collaborator in {{tenant}}.',
    other: 'Your role in {{tenant}} is now “{{role}}”.',
    otherBy: '{{by}} changed your role in {{tenant}} to “{{role}}”.',
  },
  suspended: 'An operator suspended {{tenant}}.',
  suspendedBecause: 'An operator suspended {{tenant}}. Reason: {{reason}}',
  resumed: '{{tenant}} is active again.',
  account: {
    title: 'Your account is suspended',
    by: '{{by}} suspended your account. You are signed out.',
    body: 'An operator suspended your account. You are signed out.',
    other: 'Sign in with another account',
  },
} as const;
