import express from 'express';
import openid from 'express-openid-connect';
import { answer, base, clientId, issuer, port, secret } from './program.mjs';

const app = express();
app.use(
  openid.auth({
    issuerBaseURL: issuer,
    baseURL: base,
    clientID: clientId,
    clientSecret: secret,
    secret: 'of the cookies, long enough for them',
    authRequired: false,
    idpLogout: true,
    authorizationParams: { response_type: 'code', scope: 'openid profile email' },
    routes: { login: '/sign-in', logout: '/sign-out', postLogoutRedirect: '/signed-out' },
  }),
);
app.get('/me', openid.requiresAuth(), async (request, response) =>
  response.json(answer(await request.oidc.fetchUserInfo())),
);
app.get(['/', '/signed-out'], (_, response) => response.json(answer(null)));
app.listen(port, '127.0.0.1');
