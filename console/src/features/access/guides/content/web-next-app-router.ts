import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:3000/callback',
  postSignOutUri: 'http://localhost:3000',
  steps: [
    { title: 'install', text: ['installSdk'], samples: [{ language: 'sh', code: 'npm install @logto/next' }] },
    {
      title: 'configure',
      text: ['serverConfig', 'cookieSecret'],
      samples: [
        {
          language: 'ts',
          file: 'app/auth.ts',
          code: `import type { LogtoNextConfig } from '@logto/next';

export const authConfig: LogtoNextConfig = {
  endpoint: '{{endpoint}}',
  appId: '{{appId}}',
  appSecret: '{{appSecret}}',
  baseUrl: '{{origin}}',
  cookieSecret: '{{randomSecret}}',
  cookieSecure: process.env.NODE_ENV === 'production',
};`,
        },
      ],
    },
    { title: 'redirects', text: ['redirects'], hasRedirects: true },
    {
      title: 'callback',
      text: ['callbackRouteHandler'],
      samples: [
        {
          language: 'ts',
          file: 'app/callback/route.ts',
          code: `import { handleSignIn } from '@logto/next/server-actions';
import { redirect } from 'next/navigation';
import type { NextRequest } from 'next/server';
import { authConfig } from '../auth';

export async function GET(request: NextRequest) {
  await handleSignIn(authConfig, request.nextUrl.searchParams);
  redirect('/');
}`,
        },
      ],
    },
    {
      title: 'signIn',
      text: ['serverActions'],
      samples: [
        {
          language: 'tsx',
          file: 'app/page.tsx',
          code: `import { getLogtoContext, signIn, signOut } from '@logto/next/server-actions';
import { authConfig } from './auth';

export default async function Home() {
  const { isAuthenticated, claims } = await getLogtoContext(authConfig);

  async function start() {
    'use server';
    await signIn(authConfig);
  }

  async function end() {
    'use server';
    await signOut(authConfig);
  }

  return isAuthenticated ? (
    <form action={end}>
      <p>Hello, {claims?.name ?? claims?.username ?? claims?.sub}</p>
      <button>Sign out</button>
    </form>
  ) : (
    <form action={start}>
      <button>Sign in</button>
    </form>
  );
}`,
        },
      ],
    },
    {
      title: 'protect',
      text: ['protectPage'],
      samples: [
        {
          language: 'tsx',
          file: 'app/account/page.tsx',
          code: `import { getLogtoContext } from '@logto/next/server-actions';
import { redirect } from 'next/navigation';
import { authConfig } from '../auth';

export default async function Account() {
  const { isAuthenticated, userInfo } = await getLogtoContext(authConfig, { fetchUserInfo: true });
  if (!isAuthenticated) {
    redirect('/');
  }
  return <p>{userInfo?.email}</p>;
}`,
        },
      ],
    },
    {
      title: 'api',
      text: ['apiResource'],
      samples: [
        {
          language: 'tsx',
          file: 'app/orders/page.tsx',
          code: `import { getAccessTokenRSC } from '@logto/next/server-actions';
import { authConfig } from '../auth';

// With resources: ['https://api.example.com'] in app/auth.ts.
export default async function Orders() {
  const token = await getAccessTokenRSC(authConfig, 'https://api.example.com');
  const answer = await fetch('https://api.example.com/orders', {
    headers: { authorization: 'Bearer ' + token },
  });
  return <pre>{JSON.stringify(await answer.json(), null, 2)}</pre>;
}`,
        },
      ],
    },
  ],
};
