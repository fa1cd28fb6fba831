import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:5173/callback',
  postSignOutUri: 'http://localhost:5173',
  steps: [
    { title: 'install', text: ['installSdk'], samples: [{ language: 'sh', code: 'npm install @logto/browser' }] },
    {
      title: 'configure',
      text: ['oneClient'],
      samples: [
        {
          language: 'js',
          file: 'src/auth.js',
          code: `import LogtoClient from '@logto/browser';

export const auth = new LogtoClient({
  endpoint: '{{endpoint}}',
  appId: '{{appId}}',
});`,
        },
      ],
    },
    { title: 'redirects', text: ['redirects'], hasRedirects: true },
    {
      title: 'callback',
      text: ['callbackPage'],
      samples: [
        {
          language: 'js',
          file: 'src/callback.js',
          code: `import { auth } from './auth.js';

if (window.location.pathname === '/callback') {
  await auth.handleSignInCallback(window.location.href);
  window.location.replace('/');
}`,
        },
      ],
    },
    {
      title: 'signIn',
      text: ['signInButtons'],
      samples: [
        {
          language: 'js',
          file: 'src/main.js',
          code: `import './callback.js';
import { auth } from './auth.js';

const isSignedIn = await auth.isAuthenticated();
const button = document.createElement('button');
button.textContent = isSignedIn ? 'Sign out' : 'Sign in';
button.addEventListener('click', () =>
  isSignedIn ? auth.signOut('{{postSignOutUri}}') : auth.signIn('{{redirectUri}}'),
);
document.body.append(button);`,
        },
      ],
    },
    {
      title: 'user',
      text: ['userClaims'],
      samples: [
        {
          language: 'js',
          code: `const { sub, name, username } = await auth.getIdTokenClaims();
document.querySelector('#hello').textContent = 'Hello, ' + (name ?? username ?? sub);`,
        },
      ],
    },
    {
      title: 'api',
      text: ['apiResource'],
      samples: [
        {
          language: 'js',
          code: `const auth = new LogtoClient({
  endpoint: '{{endpoint}}',
  appId: '{{appId}}',
  resources: ['https://api.example.com'],
});

const token = await auth.getAccessToken('https://api.example.com');
const orders = await fetch('https://api.example.com/orders', {
  headers: { authorization: 'Bearer ' + token },
});`,
        },
      ],
    },
  ],
};
