import { createServer } from 'node:http';
import { betterAuth } from 'better-auth';
import { memoryAdapter } from 'better-auth/adapters/memory';
import { fromNodeHeaders, toNodeHandler } from 'better-auth/node';
import { genericOAuth } from 'better-auth/plugins';
import { answer, base, clientId, issuer, port, secret } from './program.mjs';

const auth = betterAuth({
  baseURL: base,
  secret: 'a secret of the client that is long enough',
  database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
  plugins: [
    genericOAuth({
      config: [
        {
          providerId: 'postern',
          clientId,
          clientSecret: secret,
          discoveryUrl: `${issuer}/.well-known/openid-configuration`,
          scopes: ['openid', 'profile', 'email'],
          pkce: true,
        },
      ],
    }),
  ],
});
const handle = toNodeHandler(auth);

createServer(async (request, response) => {
  if (request.url.startsWith('/api/auth/')) {
    await handle(request, response);
    return;
  }
  const headers = fromNodeHeaders(request.headers);
  if (request.url === '/me') {
    const session = await auth.api.getSession({ headers });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(session?.user ?? null)));
    return;
  }
  const started = await auth.api.signInSocial({
    body: { provider: 'postern', callbackURL: `${base}/me` },
    headers,
    asResponse: true,
  });
  const { url } = await started.json();
  response.writeHead(302, { location: url, 'set-cookie': started.headers.getSetCookie() }).end();
}).listen(port, '127.0.0.1');
