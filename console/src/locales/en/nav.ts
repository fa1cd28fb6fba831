/** Names of the features: the sidebar and the palette say them before the phrases of a feature are loaded. */
export const nav = {
  applications: 'Applications',
  auditLogs: 'Audit logs',
  connectors: 'Connectors',
  customJwt: 'Custom JWT',
  emailTemplates: 'Email templates',
  jobs: 'Background jobs',
  mailbox: 'Mailbox',
  operators: 'Operators',
  profile: 'Profile',
  resources: 'API resources',
  roles: 'Roles',
  signInExperience: 'Sign-in experience',
  signingKeys: 'Signing keys',
  tenantSettings: 'Tenant settings',
  tenants: 'Tenants',
  users: 'Users',
} as const;
