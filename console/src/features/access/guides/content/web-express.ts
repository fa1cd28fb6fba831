import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:3000/logto/sign-in-callback',
  postSignOutUri: 'http://localhost:3000',
  steps: [
    {
      title: 'install',
      text: ['installSdk'],
      samples: [{ language: 'sh', code: 'npm install express @logto/express cookie-parser express-session' }],
    },
    { title: 'redirects', text: ['redirects'], hasRedirects: true },
    {
      title: 'configure',
      text: ['expressRoutes', 'sessionSecret'],
      samples: [
        {
          language: 'js',
          file: 'server.js',
          code: `import { handleAuthRoutes, withLogto } from '@logto/express';
import cookieParser from 'cookie-parser';
import express from 'express';
import session from 'express-session';

const config = {
  endpoint: '{{endpoint}}',
  appId: '{{appId}}',
  appSecret: '{{appSecret}}',
  baseUrl: '{{origin}}',
};

const app = express();
app.use(cookieParser());
app.use(
  session({
    secret: '{{randomSecret}}',
    resave: false,
    saveUninitialized: false,
    cookie: { maxAge: 14 * 24 * 60 * 60 * 1000 },
  }),
);
app.use(handleAuthRoutes(config));
app.listen(3000);`,
        },
      ],
    },
    {
      title: 'signIn',
      text: ['expressPages'],
      samples: [
        {
          language: 'js',
          file: 'server.js',
          code: `app.get('/', withLogto(config), (request, response) => {
  const { isAuthenticated, claims } = request.user;
  response.type('html').send(
    isAuthenticated
      ? '<p>Signed in as ' + claims.sub + '</p><a href="/logto/sign-out">Sign out</a>'
      : '<a href="/logto/sign-in">Sign in</a>',
  );
});`,
        },
      ],
    },
    {
      title: 'protect',
      text: ['expressProtect'],
      samples: [
        {
          language: 'js',
          file: 'server.js',
          code: `function requireSignIn(request, response, next) {
  if (!request.user.isAuthenticated) {
    response.redirect('/logto/sign-in');
    return;
  }
  next();
}

app.get('/account', withLogto({ ...config, fetchUserInfo: true }), requireSignIn, (request, response) => {
  response.json(request.user.userInfo);
});`,
        },
      ],
    },
    {
      title: 'api',
      text: ['apiResource'],
      samples: [
        {
          language: 'js',
          file: 'server.js',
          code: `// With resources: ['https://api.example.com'] in the configuration above.
const withToken = withLogto({ ...config, resource: 'https://api.example.com', getAccessToken: true });

app.get('/orders', withToken, requireSignIn, async (request, response) => {
  const answer = await fetch('https://api.example.com/orders', {
    headers: { authorization: 'Bearer ' + request.user.accessToken },
  });
  response.json(await answer.json());
});`,
        },
      ],
    },
  ],
};
