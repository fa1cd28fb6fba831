import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:5173/callback',
  postSignOutUri: 'http://localhost:5173',
  steps: [
    { title: 'install', text: ['installSdk'], samples: [{ language: 'sh', code: 'npm install @logto/react' }] },
    {
      title: 'configure',
      text: ['provider'],
      samples: [
        {
          language: 'tsx',
          file: 'src/main.tsx',
          code: `import { type LogtoConfig, LogtoProvider } from '@logto/react';
import { createRoot } from 'react-dom/client';
import { App } from './app';

const config: LogtoConfig = {
  endpoint: '{{endpoint}}',
  appId: '{{appId}}',
};

createRoot(document.getElementById('root')!).render(
  <LogtoProvider config={config}>
    <App />
  </LogtoProvider>,
);`,
        },
      ],
    },
    { title: 'redirects', text: ['redirects'], hasRedirects: true },
    {
      title: 'callback',
      text: ['callbackPage'],
      samples: [
        {
          language: 'tsx',
          file: 'src/callback.tsx',
          code: `import { useHandleSignInCallback } from '@logto/react';

export function Callback() {
  const { isLoading, error } = useHandleSignInCallback(() => {
    window.location.assign('/');
  });
  if (error) {
    return <p role="alert">{error.message}</p>;
  }
  return isLoading ? <p>Signing you in…</p> : null;
}`,
        },
      ],
    },
    {
      title: 'signIn',
      text: ['signInButtons'],
      samples: [
        {
          language: 'tsx',
          file: 'src/app.tsx',
          code: `import { useLogto } from '@logto/react';
import { Callback } from './callback';
import { Profile } from './profile';

export function App() {
  const { signIn, signOut, isAuthenticated } = useLogto();
  if (window.location.pathname === '/callback') {
    return <Callback />;
  }
  return isAuthenticated ? (
    <>
      <Profile />
      <button onClick={() => signOut('{{postSignOutUri}}')}>Sign out</button>
    </>
  ) : (
    <button onClick={() => signIn('{{redirectUri}}')}>Sign in</button>
  );
}`,
        },
      ],
    },
    {
      title: 'user',
      text: ['userClaims'],
      samples: [
        {
          language: 'tsx',
          file: 'src/profile.tsx',
          code: `import { type IdTokenClaims, useLogto } from '@logto/react';
import { useEffect, useState } from 'react';

export function Profile() {
  const { getIdTokenClaims } = useLogto();
  const [claims, setClaims] = useState<IdTokenClaims>();
  useEffect(() => {
    void getIdTokenClaims().then(setClaims);
  }, [getIdTokenClaims]);
  return <p>Hello, {claims?.name ?? claims?.username ?? claims?.sub}</p>;
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
          code: `const config: LogtoConfig = {
  endpoint: '{{endpoint}}',
  appId: '{{appId}}',
  resources: ['https://api.example.com'],
};

// In a component:
const { getAccessToken } = useLogto();

async function loadOrders() {
  const token = await getAccessToken('https://api.example.com');
  return fetch('https://api.example.com/orders', { headers: { authorization: 'Bearer ' + token } });
}`,
        },
      ],
    },
  ],
};
