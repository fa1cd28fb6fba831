import { ExpressAuth, getSession } from '@auth/express';
import express from 'express';
import { answer, base, clientId, issuer, port, secret } from './program.mjs';

const config = {
  secret: 'of the cookies, long enough for them',
  trustHost: true,
  basePath: '/auth',
  providers: [
    {
      id: 'postern',
      name: 'Postern',
      type: 'oidc',
      issuer,
      clientId,
      clientSecret: secret,
      authorization: { params: { scope: 'openid profile email' } },
      profile: ({ sub, name, username, email }) => ({ id: sub, name: name ?? username, email }),
    },
  ],
  callbacks: {
    jwt: ({ token, profile }) => (profile ? { ...token, claims: profile } : token),
    session: ({ session, token }) => ({ ...session, claims: token.claims }),
  },
};
const app = express();
app.set('trust proxy', true);
app.use('/auth', ExpressAuth(config));
app.get('/me', async (request, response) => response.json(answer((await getSession(request, config))?.claims)));
// Auth.js begins with a form of its own, which has a token against foreign requests.
app.get('/', async (_, response) => {
  const given = await fetch(`${base}/auth/csrf`);
  const { csrfToken } = await given.json();
  for (const cookie of given.headers.getSetCookie()) {
    response.append('set-cookie', cookie);
  }
  response.send(
    `<form method="post" action="/auth/signin/postern"><input name="csrfToken" value="${csrfToken}"><input name="callbackUrl" value="${base}/me"></form>`,
  );
});
app.listen(port, '127.0.0.1');
