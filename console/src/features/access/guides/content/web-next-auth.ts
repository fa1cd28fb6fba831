import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:3000/api/auth/callback/postern',
  postSignOutUri: 'http://localhost:3000',
  steps: [
    {
      title: 'installLibrary',
      text: ['installOidcLibrary'],
      samples: [{ language: 'sh', code: 'npm install next-auth' }],
    },
    {
      title: 'environment',
      text: ['environment', 'sessionSecret'],
      samples: [
        {
          language: 'env',
          file: '.env.local',
          code: `NEXTAUTH_URL="{{origin}}"
NEXTAUTH_SECRET="{{randomSecret}}"
POSTERN_APP_ID="{{appId}}"
POSTERN_APP_SECRET="{{appSecret}}"`,
        },
      ],
    },
    { title: 'redirects', text: ['redirects'], hasRedirects: true },
    {
      title: 'configure',
      text: ['nextAuthProvider'],
      samples: [
        {
          language: 'ts',
          file: 'auth.ts',
          code: `import type { NextAuthOptions } from 'next-auth';

export const authOptions: NextAuthOptions = {
  providers: [
    {
      id: 'postern',
      name: 'Postern',
      type: 'oauth',
      wellKnown: '{{discoveryUri}}',
      clientId: process.env.POSTERN_APP_ID,
      clientSecret: process.env.POSTERN_APP_SECRET,
      authorization: { params: { scope: 'openid profile email' } },
      client: { id_token_signed_response_alg: 'ES256' },
      idToken: true,
      checks: ['pkce', 'state'],
      profile: (claims) => ({
        id: claims.sub,
        name: claims.name ?? claims.username,
        email: claims.email,
        image: claims.picture,
      }),
    },
  ],
};`,
        },
        {
          language: 'ts',
          file: 'app/api/auth/[...nextauth]/route.ts',
          code: `import NextAuth from 'next-auth';
import { authOptions } from '../../../../auth';

const handler = NextAuth(authOptions);

export { handler as GET, handler as POST };`,
        },
      ],
    },
    {
      title: 'signIn',
      text: ['serverSideUser'],
      samples: [
        {
          language: 'tsx',
          file: 'app/page.tsx',
          code: `import { getServerSession } from 'next-auth';
import { authOptions } from '../auth';

export default async function Home() {
  const session = await getServerSession(authOptions);
  return session?.user ? (
    <>
      <p>Hello, {session.user.name ?? session.user.email}</p>
      <a href="/api/auth/signout">Sign out</a>
    </>
  ) : (
    <a href="/api/auth/signin">Sign in</a>
  );
}`,
        },
      ],
    },
    {
      title: 'signOutEverywhere',
      text: ['nextAuthSignOut'],
      samples: [
        {
          language: 'tsx',
          file: 'app/sign-out-button.tsx',
          code: `'use client';

import { signOut } from 'next-auth/react';

const url = new URL('{{endSessionEndpoint}}');
url.searchParams.set('client_id', '{{appId}}');
url.searchParams.set('post_logout_redirect_uri', '{{postSignOutUri}}');

export function SignOutButton() {
  const end = async () => {
    await signOut({ redirect: false });
    window.location.assign(url);
  };
  return <button onClick={end}>Sign out</button>;
}`,
        },
      ],
    },
  ],
};
