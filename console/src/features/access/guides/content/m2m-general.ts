import type { Guide } from '../guide.ts';

export const guide: Guide = {
  steps: [
    { title: 'machineRole', text: ['machineRole', 'machineManagement'], tab: 'roles' },
    {
      title: 'token',
      text: ['machineToken', 'machineResource'],
      samples: [
        {
          language: 'sh',
          code: `curl {{tokenEndpoint}} \\
  --user "{{appId}}:{{appSecret}}" \\
  --data grant_type=client_credentials \\
  --data resource={{managementApi}} \\
  --data scope=all`,
        },
      ],
    },
    {
      title: 'code',
      text: ['machineCode', 'machineKeep'],
      samples: [
        {
          language: 'js',
          file: 'token.js',
          code: `const appId = '{{appId}}';
const appSecret = '{{appSecret}}';
let known = { token: '', expiresAt: 0 };

export async function accessToken() {
  if (known.expiresAt < Date.now()) {
    const response = await fetch('{{tokenEndpoint}}', {
      method: 'POST',
      headers: { authorization: 'Basic ' + btoa(appId + ':' + appSecret) },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        resource: '{{managementApi}}',
        scope: 'all',
      }),
    });
    if (!response.ok) {
      throw new Error('No token: ' + (await response.text()));
    }
    const { access_token, expires_in } = await response.json();
    // A minute early, so that no request travels with a token that ends on its way.
    known = { token: access_token, expiresAt: Date.now() + (expires_in - 60) * 1000 };
  }
  return known.token;
}`,
        },
      ],
    },
    {
      title: 'managementApi',
      text: ['machineCall'],
      samples: [
        {
          language: 'js',
          file: 'list-users.js',
          code: `import { accessToken } from './token.js';

const response = await fetch('{{endpoint}}/api/users?page=1&page_size=20', {
  headers: { authorization: 'Bearer ' + (await accessToken()) },
});
console.log(response.headers.get('total-number'), await response.json());`,
        },
      ],
    },
    {
      title: 'ownApi',
      text: ['machineOwnApi'],
      samples: [
        {
          language: 'sh',
          code: `curl {{tokenEndpoint}} \\
  --user "{{appId}}:{{appSecret}}" \\
  --data grant_type=client_credentials \\
  --data resource=https://api.example.com \\
  --data-urlencode "scope=read:orders write:orders"`,
        },
      ],
    },
  ],
};
