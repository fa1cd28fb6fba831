import express from 'express';
import session from 'express-session';
import passport from 'passport';
import Strategy from 'passport-oauth2';
import { answer, base, clientId, issuer, port, secret } from './program.mjs';

passport.use(
  new Strategy(
    {
      authorizationURL: `${issuer}/auth`,
      tokenURL: `${issuer}/token`,
      clientID: clientId,
      clientSecret: secret,
      callbackURL: `${base}/callback`,
      scope: 'openid profile email',
      state: true,
      pkce: true,
    },
    async (accessToken, _refreshToken, _profile, done) => {
      const told = await fetch(`${issuer}/me`, { headers: { authorization: `Bearer ${accessToken}` } });
      done(null, await told.json());
    },
  ),
);
const app = express();
app.use(session({ secret: 'of the cookies', resave: false, saveUninitialized: false }));
app.get('/', passport.authenticate('oauth2', { session: false }));
app.get('/callback', passport.authenticate('oauth2', { session: false, failWithError: true }), ({ user }, response) =>
  response.json(answer(user)),
);
app.listen(port, '127.0.0.1');
