import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:3000/callback',
  postSignOutUri: 'http://localhost:3000/',
  steps: [
    { title: 'install', text: ['installSdk'], samples: [{ language: 'sh', code: 'npm install @logto/nuxt' }] },
    {
      title: 'environment',
      text: ['environment', 'cookieSecret'],
      samples: [
        {
          language: 'env',
          file: '.env',
          code: `NUXT_LOGTO_ENDPOINT="{{endpoint}}"
NUXT_LOGTO_APP_ID="{{appId}}"
NUXT_LOGTO_APP_SECRET="{{appSecret}}"
NUXT_LOGTO_COOKIE_ENCRYPTION_KEY="{{randomSecret}}"`,
        },
      ],
    },
    { title: 'redirects', text: ['redirects'], hasRedirects: true },
    {
      title: 'configure',
      text: ['nuxtModule'],
      samples: [
        {
          language: 'ts',
          file: 'nuxt.config.ts',
          code: `export default defineNuxtConfig({
  modules: ['@logto/nuxt'],
});`,
        },
      ],
    },
    {
      title: 'signIn',
      text: ['nuxtRoutes'],
      samples: [
        {
          language: 'vue',
          file: 'pages/index.vue',
          code: `<script setup lang="ts">
const user = useLogtoUser();
</script>

<template>
  <div v-if="user">
    <p v-text="'Hello, ' + (user.name ?? user.sub)" />
    <a href="/sign-out">Sign out</a>
  </div>
  <a v-else href="/sign-in">Sign in</a>
</template>`,
        },
      ],
    },
    {
      title: 'api',
      text: ['apiResource', 'nuxtServerOnly'],
      samples: [
        {
          language: 'vue',
          file: 'pages/orders.vue',
          code: `<script setup lang="ts">
// With logto: { resources: ['https://api.example.com'] } in nuxt.config.ts.
const client = useLogtoClient();
const { data: orders } = await useAsyncData('orders', async () => {
  const token = await client?.getAccessToken('https://api.example.com');
  return $fetch('https://api.example.com/orders', { headers: { authorization: 'Bearer ' + token } });
});
</script>

<template>
  <pre v-text="orders" />
</template>`,
        },
      ],
    },
  ],
};
