import { handleAuthRoutes, withLogto } from '@logto/express';
import cookieParser from 'cookie-parser';
import express from 'express';
import session from 'express-session';
import { answer, base, clientId, issuer, port, secret } from './program.mjs';

const config = {
  endpoint: new URL(issuer).origin,
  appId: clientId,
  appSecret: secret,
  baseUrl: base,
  scopes: ['profile', 'email'],
  fetchUserInfo: true,
};
const app = express();
app.use(cookieParser());
app.use(session({ secret: 'of the cookies', resave: false, saveUninitialized: false }));
app.use(handleAuthRoutes(config));
app.get('/', withLogto(config), ({ user }, response) =>
  response.json(answer(user.isAuthenticated ? user.userInfo : null)),
);
app.listen(port, '127.0.0.1');
