import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:5173/api/auth/callback',
  postSignOutUri: 'http://localhost:5173/',
  steps: [
    { title: 'install', text: ['installSdk'], samples: [{ language: 'sh', code: 'npm install @logto/remix' }] },
    {
      title: 'configure',
      text: ['serverConfig', 'sessionSecret'],
      samples: [
        {
          language: 'ts',
          file: 'app/services/auth.server.ts',
          code: `import { makeLogtoRemix } from '@logto/remix';
import { createCookieSessionStorage } from '@remix-run/node';

const sessionStorage = createCookieSessionStorage({
  cookie: {
    name: 'session',
    httpOnly: true,
    sameSite: 'lax',
    maxAge: 14 * 24 * 60 * 60,
    secrets: ['{{randomSecret}}'],
    secure: process.env.NODE_ENV === 'production',
  },
});

export const auth = makeLogtoRemix(
  {
    endpoint: '{{endpoint}}',
    appId: '{{appId}}',
    appSecret: '{{appSecret}}',
    baseUrl: '{{origin}}',
  },
  { sessionStorage },
);`,
        },
      ],
    },
    { title: 'redirects', text: ['redirects'], hasRedirects: true },
    {
      title: 'callback',
      text: ['authRoutes'],
      samples: [
        {
          language: 'ts',
          file: 'app/routes/api.auth.$action.ts',
          code: `import { auth } from '../services/auth.server';

export const loader = auth.handleAuthRoutes({
  'sign-in': { path: '/api/auth/sign-in', redirectBackTo: '/api/auth/callback' },
  'sign-up': { path: '/api/auth/sign-up', redirectBackTo: '/api/auth/callback' },
  'sign-in-callback': { path: '/api/auth/callback', redirectBackTo: '/' },
  'sign-out': { path: '/api/auth/sign-out', redirectBackTo: '/' },
});`,
        },
      ],
    },
    {
      title: 'signIn',
      text: ['loaderUser'],
      samples: [
        {
          language: 'tsx',
          file: 'app/routes/_index.tsx',
          code: `import type { LogtoContext } from '@logto/remix';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { auth } from '../services/auth.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const context = await auth.getContext({ getAccessToken: false })(request);
  return { user: context as LogtoContext };
}

export default function Home() {
  const { user } = useLoaderData<typeof loader>();
  return user.isAuthenticated ? (
    <>
      <p>Hello, {user.claims?.name ?? user.claims?.username ?? user.claims?.sub}</p>
      <a href="/api/auth/sign-out">Sign out</a>
    </>
  ) : (
    <a href="/api/auth/sign-in">Sign in</a>
  );
}`,
        },
      ],
    },
    {
      title: 'api',
      text: ['apiResource'],
      samples: [
        {
          language: 'ts',
          code: `// With resources: ['https://api.example.com'] in app/services/auth.server.ts.
export async function loader({ request }: LoaderFunctionArgs) {
  const { accessToken } = await auth.getContext({
    getAccessToken: true,
    resource: 'https://api.example.com',
  })(request);
  const answer = await fetch('https://api.example.com/orders', {
    headers: { authorization: 'Bearer ' + accessToken },
  });
  return { orders: await answer.json() };
}`,
        },
      ],
    },
  ],
};
