// The pages of the documentation in the order of the navigation: general pages first, then the wings of the product. A
// page is named after its file, wherever the file is, so that its URL stays when it moves.

/** Pages whose file is not in `docs`. `decisions` is a list generated from its folder. */
export const sources = { contributing: 'CONTRIBUTING.md', changelog: 'CHANGELOG.md', decisions: undefined };

export const groups = [
  {
    title: 'Start here',
    folder: 'docs',
    pages: [
      'help',
      'api',
      'architecture',
      'glossary',
      'add-a-resource',
      'translating',
      'contributing',
      'decisions',
      'changelog',
    ],
  },
  {
    title: 'How to',
    folder: 'docs/how-to',
    pages: [
      'sign-in-single-page-app',
      'sign-in-web-app',
      'protect-an-api',
      'machine-to-machine',
      'social-sign-in',
      'send-mail',
      'brand-sign-in-pages',
      'turn-on-mfa',
      'multi-tenant-saas',
      'connect-customer-sso',
      'migrate-users',
      'run-in-production',
    ],
  },
  {
    title: 'Operate',
    folder: 'docs',
    pages: [
      'operations',
      'deploy',
      'scale',
      'moving-in',
      'differences',
      'security',
      'data-protection',
      'asvs',
      'conformance',
      'clients',
      'reliability',
      'benchmarks',
    ],
  },
  {
    title: 'Records',
    folder: 'docs/records',
    pages: ['errors', 'audit-logs', 'log-streams', 'webhooks', 'dashboard', 'trackers'],
  },
  { title: 'Messages', folder: 'docs/messages', pages: ['connectors'] },
  { title: 'Experience', folder: 'docs/experience', pages: ['sign-in-experience'] },
  {
    title: 'Access',
    folder: 'docs/access',
    pages: [
      'applications',
      'dynamic-clients',
      'saml-applications',
      'protected-apps',
      'authorization',
      'tokens',
      'custom-jwt',
      'custom-domains',
    ],
  },
  {
    title: 'People',
    folder: 'docs/people',
    pages: ['users', 'organizations', 'sso', 'sso-console', 'sso-setup', 'directory-sync', 'administrators'],
  },
  {
    title: 'Sign-in',
    folder: 'docs/sign-in',
    pages: ['sign-in', 'second-factors', 'sign-in-protection', 'actions', 'sign-in-pages'],
  },
  { title: 'Account', folder: 'docs/account', pages: ['account-api', 'account-center', 'profile'] },
  { title: 'Cloud', folder: 'docs/cloud', pages: ['cloud', 'billing', 'operators'] },
];
