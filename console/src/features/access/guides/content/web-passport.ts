import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:3000/callback',
  postSignOutUri: 'http://localhost:3000',
  steps: [
    {
      title: 'installLibrary',
      text: ['installOidcLibrary'],
      samples: [{ language: 'sh', code: 'npm install express express-session passport passport-openidconnect' }],
    },
    { title: 'redirects', text: ['redirects'], hasRedirects: true },
    {
      title: 'configure',
      text: ['passportStrategy', 'sessionSecret'],
      samples: [
        {
          language: 'js',
          file: 'server.js',
          code: `import express from 'express';
import session from 'express-session';
import passport from 'passport';
import OpenIDConnectStrategy from 'passport-openidconnect';

passport.use(
  new OpenIDConnectStrategy(
    {
      issuer: '{{issuer}}',
      authorizationURL: '{{authorizationEndpoint}}',
      tokenURL: '{{tokenEndpoint}}',
      userInfoURL: '{{userinfoEndpoint}}',
      clientID: '{{appId}}',
      clientSecret: '{{appSecret}}',
      callbackURL: '{{redirectUri}}',
      scope: ['profile', 'email'],
    },
    (issuer, profile, done) => done(null, profile),
  ),
);
passport.serializeUser((user, done) => done(null, user));
passport.deserializeUser((user, done) => done(null, user));

const app = express();
app.use(session({ secret: '{{randomSecret}}', resave: false, saveUninitialized: false }));
app.use(passport.session());
app.listen(3000);`,
        },
      ],
    },
    {
      title: 'callback',
      text: ['passportRoutes'],
      samples: [
        {
          language: 'js',
          file: 'server.js',
          code: `app.get('/sign-in', passport.authenticate('openidconnect'));
app.get(
  '/callback',
  passport.authenticate('openidconnect', { successRedirect: '/', failureRedirect: '/sign-in' }),
);`,
        },
      ],
    },
    {
      title: 'user',
      text: ['passportUser'],
      samples: [
        {
          language: 'js',
          file: 'server.js',
          code: `app.get('/', (request, response) => {
  response.type('html').send(
    request.isAuthenticated()
      ? '<p>Signed in as ' + request.user.id + '</p><a href="/sign-out">Sign out</a>'
      : '<a href="/sign-in">Sign in</a>',
  );
});`,
        },
      ],
    },
    {
      title: 'signOut',
      text: ['signOutBoth'],
      samples: [
        {
          language: 'js',
          file: 'server.js',
          code: `app.get('/sign-out', (request, response, next) => {
  request.logout((error) => {
    if (error) {
      next(error);
      return;
    }
    const url = new URL('{{endSessionEndpoint}}');
    url.searchParams.set('client_id', '{{appId}}');
    url.searchParams.set('post_logout_redirect_uri', '{{postSignOutUri}}');
    response.redirect(url.href);
  });
});`,
        },
      ],
    },
  ],
};
