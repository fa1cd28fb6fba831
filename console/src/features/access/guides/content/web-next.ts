import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:3000/api/logto/sign-in-callback',
  postSignOutUri: 'http://localhost:3000',
  steps: [
    { title: 'install', text: ['installSdk'], samples: [{ language: 'sh', code: 'npm install @logto/next' }] },
    {
      title: 'configure',
      text: ['serverConfig', 'cookieSecret'],
      samples: [
        {
          language: 'ts',
          file: 'lib/auth.ts',
          code: `import LogtoClient from '@logto/next';

export const auth = new LogtoClient({
  endpoint: '{{endpoint}}',
  appId: '{{appId}}',
  appSecret: '{{appSecret}}',
  baseUrl: '{{origin}}',
  cookieSecret: '{{randomSecret}}',
  cookieSecure: process.env.NODE_ENV === 'production',
});`,
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
          file: 'pages/api/logto/[action].ts',
          code: `import { auth } from '../../../lib/auth';

export default auth.handleAuthRoutes();`,
        },
      ],
    },
    {
      title: 'signIn',
      text: ['serverSideUser'],
      samples: [
        {
          language: 'tsx',
          file: 'pages/index.tsx',
          code: `import { auth } from '../lib/auth';

export const getServerSideProps = auth.withLogtoSsr(({ req: { user } }) => ({
  props: {
    isSignedIn: user.isAuthenticated,
    name: user.claims?.name ?? user.claims?.username ?? user.claims?.sub ?? null,
  },
}));

export default function Home({ isSignedIn, name }: { isSignedIn: boolean; name: string | null }) {
  return isSignedIn ? (
    <>
      <p>Hello, {name}</p>
      <a href="/api/logto/sign-out">Sign out</a>
    </>
  ) : (
    <a href="/api/logto/sign-in">Sign in</a>
  );
}`,
        },
      ],
    },
    {
      title: 'protect',
      text: ['protectRoute'],
      samples: [
        {
          language: 'ts',
          file: 'pages/api/me.ts',
          code: `import { auth } from '../../lib/auth';

export default auth.withLogtoApiRoute((request, response) => {
  if (!request.user.isAuthenticated) {
    response.status(401).json({ message: 'Sign in first.' });
    return;
  }
  response.json(request.user.claims);
});`,
        },
      ],
    },
    {
      title: 'api',
      text: ['apiResource'],
      samples: [
        {
          language: 'ts',
          file: 'pages/api/orders.ts',
          code: `import { auth } from '../../lib/auth';

// With resources: ['https://api.example.com'] in lib/auth.ts.
export default auth.withLogtoApiRoute(
  async (request, response) => {
    const answer = await fetch('https://api.example.com/orders', {
      headers: { authorization: 'Bearer ' + request.user.accessToken },
    });
    response.json(await answer.json());
  },
  { getAccessToken: true, resource: 'https://api.example.com' },
);`,
        },
      ],
    },
  ],
};
