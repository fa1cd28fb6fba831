import express from 'express';
import session from 'express-session';
import passport from 'passport';
import Strategy from 'passport-openidconnect';
import { answer, base, clientId, issuer, port, secret } from './program.mjs';

passport.use(
  new Strategy(
    {
      issuer,
      authorizationURL: `${issuer}/auth`,
      tokenURL: `${issuer}/token`,
      userInfoURL: `${issuer}/me`,
      clientID: clientId,
      clientSecret: secret,
      callbackURL: `${base}/callback`,
      scope: ['profile', 'email'],
    },
    (_issuer, profile, done) => done(null, profile),
  ),
);
passport.serializeUser((user, done) => done(null, user));
passport.deserializeUser((user, done) => done(null, user));

const app = express();
app.use(session({ secret: 'of the cookies', resave: false, saveUninitialized: false }));
app.use(passport.initialize(), passport.session());
app.get('/', passport.authenticate('openidconnect'));
app.get('/callback', passport.authenticate('openidconnect', { failWithError: true }), (_, response) =>
  response.redirect('/me'),
);
app.get('/me', ({ user }, response) =>
  response.json(answer({ sub: user.id, username: user.username, name: user.displayName })),
);
app.listen(port, '127.0.0.1');
