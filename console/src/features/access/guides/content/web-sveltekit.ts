import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:5173/callback',
  postSignOutUri: 'http://localhost:5173/',
  steps: [
    { title: 'install', text: ['installSdk'], samples: [{ language: 'sh', code: 'npm install @logto/sveltekit' }] },
    {
      title: 'environment',
      text: ['environment', 'cookieSecret'],
      samples: [
        {
          language: 'env',
          file: '.env',
          code: `AUTH_ENDPOINT="{{endpoint}}"
AUTH_APP_ID="{{appId}}"
AUTH_APP_SECRET="{{appSecret}}"
AUTH_COOKIE_KEY="{{randomSecret}}"`,
        },
      ],
    },
    { title: 'redirects', text: ['redirects'], hasRedirects: true },
    {
      title: 'configure',
      text: ['svelteHook'],
      samples: [
        {
          language: 'ts',
          file: 'src/hooks.server.ts',
          code: `import { env } from '$env/dynamic/private';
import { handleLogto } from '@logto/sveltekit';

export const handle = handleLogto(
  {
    endpoint: env.AUTH_ENDPOINT,
    appId: env.AUTH_APP_ID,
    appSecret: env.AUTH_APP_SECRET,
  },
  { encryptionKey: env.AUTH_COOKIE_KEY },
);`,
        },
      ],
    },
    {
      title: 'signIn',
      text: ['svelteActions'],
      samples: [
        {
          language: 'ts',
          file: 'src/routes/+page.server.ts',
          code: `import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals }) => ({ user: locals.user });

export const actions: Actions = {
  signIn: async ({ locals }) => {
    await locals.logtoClient.signIn('{{redirectUri}}');
  },
  signOut: async ({ locals }) => {
    await locals.logtoClient.signOut('{{postSignOutUri}}');
  },
};`,
        },
        {
          language: 'svelte',
          file: 'src/routes/+page.svelte',
          code: `<script lang="ts">
  let { data } = $props();
</script>

{#if data.user}
  <p>Hello, {data.user.name ?? data.user.sub}</p>
{/if}
<form method="POST">
  {#if data.user}
    <button formaction="?/signOut">Sign out</button>
  {:else}
    <button formaction="?/signIn">Sign in</button>
  {/if}
</form>`,
        },
      ],
    },
    {
      title: 'api',
      text: ['apiResource'],
      samples: [
        {
          language: 'ts',
          file: 'src/routes/orders/+page.server.ts',
          code: `import type { PageServerLoad } from './$types';

// With resources: ['https://api.example.com'] in src/hooks.server.ts.
export const load: PageServerLoad = async ({ locals, fetch }) => {
  const token = await locals.logtoClient.getAccessToken('https://api.example.com');
  const answer = await fetch('https://api.example.com/orders', {
    headers: { authorization: 'Bearer ' + token },
  });
  return { orders: await answer.json() };
};`,
        },
      ],
    },
  ],
};
