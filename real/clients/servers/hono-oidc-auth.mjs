import { serve } from '@hono/node-server';
import { oidcAuthMiddleware, processOAuthCallback, revokeSession } from '@hono/oidc-auth';
import { Hono } from 'hono';
import { answer, base, clientId, issuer, port, secret } from './program.mjs';

Object.assign(process.env, {
  OIDC_AUTH_SECRET: 'of the cookies, long enough for them, and longer',
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: secret,
  OIDC_REDIRECT_URI: `${base}/callback`,
  OIDC_SCOPES: 'openid profile email',
});
const app = new Hono();
app.get('/callback', (context) => processOAuthCallback(context));
app.get('/sign-out', async (context) => {
  await revokeSession(context);
  return context.json(answer(null));
});
app.use('*', oidcAuthMiddleware());
app.get('*', (context) => context.json(answer(context.get('oidcAuth') ?? context.var.oidcAuth)));
serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
