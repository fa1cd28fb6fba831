import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'https://your-extension-id.chromiumapp.org/callback',
  postSignOutUri: 'https://your-extension-id.chromiumapp.org/signed-out',
  steps: [
    {
      title: 'install',
      text: ['installSdk'],
      samples: [{ language: 'sh', code: 'npm install @logto/chrome-extension' }],
    },
    {
      title: 'manifest',
      text: ['extensionManifest'],
      samples: [
        {
          language: 'json',
          file: 'manifest.json',
          code: `{
  "manifest_version": 3,
  "name": "My extension",
  "version": "1.0.0",
  "permissions": ["identity", "storage"],
  "host_permissions": ["{{endpoint}}/*"],
  "background": { "service_worker": "background.js", "type": "module" },
  "action": { "default_popup": "popup.html" }
}`,
        },
      ],
    },
    { title: 'redirects', text: ['extensionRedirect'], hasRedirects: true },
    {
      title: 'signIn',
      text: ['extensionWorker'],
      samples: [
        {
          language: 'ts',
          file: 'src/background.ts',
          code: `import LogtoClient from '@logto/chrome-extension';

const auth = new LogtoClient({
  endpoint: '{{endpoint}}',
  appId: '{{appId}}',
});

async function answer(action: string) {
  if (action === 'signIn') {
    await auth.signIn(chrome.identity.getRedirectURL('/callback'));
  }
  if (action === 'signOut') {
    await auth.signOut(chrome.identity.getRedirectURL('/signed-out'));
  }
  const isSignedIn = await auth.isAuthenticated();
  return { isSignedIn, claims: isSignedIn ? await auth.getIdTokenClaims() : undefined };
}

chrome.runtime.onMessage.addListener((message, _sender, respond) => {
  void answer(message.action).then(respond);
  // Keeps the channel open until the answer is there.
  return true;
});`,
        },
      ],
    },
    {
      title: 'user',
      text: ['extensionPopup'],
      samples: [
        {
          language: 'ts',
          file: 'src/popup.ts',
          code: `const button = document.querySelector('button')!;
const hello = document.querySelector('p')!;

async function ask(action: 'status' | 'signIn' | 'signOut') {
  const { isSignedIn, claims } = await chrome.runtime.sendMessage({ action });
  hello.textContent = isSignedIn ? 'Hello, ' + (claims.name ?? claims.sub) : 'Nobody is signed in.';
  button.textContent = isSignedIn ? 'Sign out' : 'Sign in';
  button.onclick = () => ask(isSignedIn ? 'signOut' : 'signIn');
}

void ask('status');`,
        },
      ],
    },
    {
      title: 'api',
      text: ['apiResource', 'extensionApi'],
      samples: [
        {
          language: 'ts',
          file: 'src/background.ts',
          code: `const auth = new LogtoClient({
  endpoint: '{{endpoint}}',
  appId: '{{appId}}',
  resources: ['https://api.example.com'],
});

const token = await auth.getAccessToken('https://api.example.com');
await fetch('https://api.example.com/orders', { headers: { authorization: 'Bearer ' + token } });`,
        },
      ],
    },
  ],
};
