import express from 'express';
import session from 'express-session';
import Grant from 'grant';
import { answer, base, clientId, issuer, port, secret } from './program.mjs';

const app = express();
app.use(session({ secret: 'of the cookies', resave: false, saveUninitialized: true }));
app.use(
  Grant.express({
    defaults: { origin: base, transport: 'session', state: true, pkce: true, nonce: true },
    postern: {
      authorize_url: `${issuer}/auth`,
      access_url: `${issuer}/token`,
      profile_url: `${issuer}/me`,
      oauth: 2,
      key: clientId,
      secret,
      scope: ['openid', 'profile', 'email'],
      scope_delimiter: ' ',
      callback: '/me',
      response: ['tokens', 'profile'],
    },
  }),
);
app.get('/', (_, response) => response.redirect('/connect/postern'));
app.get('/me', ({ session: { grant } }, response) => response.json(answer(grant.response.profile ?? grant.response)));
app.listen(port, '127.0.0.1');
