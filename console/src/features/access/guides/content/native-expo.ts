import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'com.example.app://callback',
  postSignOutUri: 'com.example.app://signed-out',
  steps: [
    {
      title: 'install',
      text: ['installSdkAndPeers'],
      samples: [
        {
          language: 'sh',
          code: `npx expo install expo-crypto expo-secure-store expo-web-browser @react-native-async-storage/async-storage
npm install @logto/rn`,
        },
      ],
    },
    { title: 'redirects', text: ['nativeScheme', 'redirects'], hasRedirects: true },
    {
      title: 'scheme',
      text: ['expoScheme'],
      samples: [
        {
          language: 'json',
          file: 'app.json',
          code: `{
  "expo": {
    "scheme": "{{redirectScheme}}"
  }
}`,
        },
      ],
    },
    {
      title: 'configure',
      text: ['provider'],
      samples: [
        {
          language: 'tsx',
          file: 'App.tsx',
          code: `import { type LogtoConfig, LogtoProvider } from '@logto/rn';
import { Home } from './home';

const config: LogtoConfig = {
  endpoint: '{{endpoint}}',
  appId: '{{appId}}',
};

export default function App() {
  return (
    <LogtoProvider config={config}>
      <Home />
    </LogtoProvider>
  );
}`,
        },
      ],
    },
    {
      title: 'signIn',
      text: ['nativeBrowser'],
      samples: [
        {
          language: 'tsx',
          file: 'home.tsx',
          code: `import { useLogto } from '@logto/rn';
import { Button } from 'react-native';

export function Home() {
  const { signIn, signOut, isAuthenticated } = useLogto();
  return isAuthenticated ? (
    <Button title="Sign out" onPress={() => signOut()} />
  ) : (
    <Button title="Sign in" onPress={() => signIn('{{redirectUri}}')} />
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
          file: 'profile.tsx',
          code: `import { type IdTokenClaims, useLogto } from '@logto/rn';
import { useEffect, useState } from 'react';
import { Text } from 'react-native';

export function Profile() {
  const { getIdTokenClaims, isAuthenticated } = useLogto();
  const [claims, setClaims] = useState<IdTokenClaims>();
  useEffect(() => {
    if (isAuthenticated) {
      void getIdTokenClaims().then(setClaims);
    }
  }, [isAuthenticated, getIdTokenClaims]);
  return <Text>Hello, {claims?.name ?? claims?.username ?? claims?.sub}</Text>;
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
          code: `// With resources: ['https://api.example.com'] in the configuration.
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
