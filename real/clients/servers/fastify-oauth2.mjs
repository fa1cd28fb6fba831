import cookie from '@fastify/cookie';
import oauth2 from '@fastify/oauth2';
import Fastify from 'fastify';
import { answer, base, clientId, issuer, port, secret } from './program.mjs';

const app = Fastify();
app.register(cookie);
app.register(oauth2, {
  name: 'postern',
  scope: ['openid', 'profile', 'email'],
  credentials: { client: { id: clientId, secret } },
  startRedirectPath: '/',
  callbackUri: `${base}/callback`,
  discovery: { issuer },
  pkce: 'S256',
});
app.get('/callback', async function callback(request) {
  const { token } = await this.postern.getAccessTokenFromAuthorizationCodeFlow(request);
  return answer(await this.postern.userinfo(token));
});
app.listen({ port, host: '127.0.0.1' });
