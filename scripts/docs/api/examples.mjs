/** Bodies of examples that cannot be derived from their schemas, or that deserve better ones; by method and path. */
export const examples = {
  'POST /api/users': { primaryEmail: 'ada@example.com', username: 'ada', name: 'Ada', customData: { plan: 'free' } },
  'PATCH /api/users/:userId': { name: 'Ada Lovelace', customData: { plan: 'pro' } },
  'POST /api/applications': {
    name: 'My web app',
    type: 'SPA',
    oidcClientMetadata: {
      redirectUris: ['https://app.example.com/callback'],
      postLogoutRedirectUris: ['https://app.example.com'],
    },
  },
  'POST /api/resources': { name: 'My API', indicator: 'https://api.example.com', accessTokenTtl: 3600 },
  'POST /api/organizations': { name: 'Example Inc.', description: 'A customer' },
  'POST /api/organization-invitations': {
    invitee: 'ada@example.com',
    organizationId: 'x1y2z3',
    expiresAt: 4102444800000,
    messagePayload: { hostedLink: true },
  },
  'POST /api/connectors': {
    connectorId: 'github-universal',
    config: { clientId: 'x1y2z3', clientSecret: 'secret' },
  },
  'POST /api/checkout-session': {
    skuId: 'x1y2z3',
    tenantId: 'x1y2z3',
    successCallbackUrl: 'https://example.com/paid',
  },
  'PUT /api/domains/:id/verification-files': {
    verificationFiles: [
      { path: '/google1234.html', content: 'google-site-verification: google1234.html', contentType: 'text/plain' },
    ],
  },
  'POST /api/user-jobs': { kind: 'suspend', userIds: ['x1y2z3'] },
  'POST /api/log-streams': {
    name: 'Security team',
    type: 'webhook',
    webhook: { url: 'https://logs.example.com/postern', signingKey: 'a-secret-of-at-least-32-characters' },
  },
  'POST /me/page-views': { path: '/users' },
};
