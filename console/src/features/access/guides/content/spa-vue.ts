import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:5173/callback',
  postSignOutUri: 'http://localhost:5173',
  steps: [
    { title: 'install', text: ['installSdk'], samples: [{ language: 'sh', code: 'npm install @logto/vue' }] },
    {
      title: 'configure',
      text: ['plugin'],
      samples: [
        {
          language: 'ts',
          file: 'src/main.ts',
          code: `import { createLogto, type LogtoConfig } from '@logto/vue';
import { createApp } from 'vue';
import App from './App.vue';
import { router } from './router';

const config: LogtoConfig = {
  endpoint: '{{endpoint}}',
  appId: '{{appId}}',
};

createApp(App).use(createLogto, config).use(router).mount('#app');`,
        },
      ],
    },
    { title: 'redirects', text: ['redirects'], hasRedirects: true },
    {
      title: 'callback',
      text: ['callbackPage', 'callbackRoute'],
      samples: [
        {
          language: 'vue',
          file: 'src/views/Callback.vue',
          code: `<script setup lang="ts">
import { useHandleSignInCallback } from '@logto/vue';
import { useRouter } from 'vue-router';

const router = useRouter();
const { isLoading } = useHandleSignInCallback(() => {
  void router.push('/');
});
</script>

<template>
  <p v-if="isLoading">Signing you in…</p>
</template>`,
        },
        {
          language: 'ts',
          file: 'src/router.ts',
          code: `import { createRouter, createWebHistory } from 'vue-router';
import Callback from './views/Callback.vue';
import Home from './views/Home.vue';

export const router = createRouter({
  history: createWebHistory(),
  routes: [
    { path: '/', component: Home },
    { path: '/callback', component: Callback },
  ],
});`,
        },
      ],
    },
    {
      title: 'signIn',
      text: ['signInButtons'],
      samples: [
        {
          language: 'vue',
          file: 'src/views/Home.vue',
          code: `<script setup lang="ts">
import { useLogto } from '@logto/vue';

const { signIn, signOut, isAuthenticated } = useLogto();
</script>

<template>
  <button v-if="isAuthenticated" @click="signOut('{{postSignOutUri}}')">Sign out</button>
  <button v-else @click="signIn('{{redirectUri}}')">Sign in</button>
</template>`,
        },
      ],
    },
    {
      title: 'user',
      text: ['userClaims'],
      samples: [
        {
          language: 'vue',
          file: 'src/components/Profile.vue',
          code: `<script setup lang="ts">
import { type IdTokenClaims, useLogto } from '@logto/vue';
import { ref, watchEffect } from 'vue';

const { isAuthenticated, getIdTokenClaims } = useLogto();
const claims = ref<IdTokenClaims>();

watchEffect(async () => {
  claims.value = isAuthenticated.value ? await getIdTokenClaims() : undefined;
});
</script>

<template>
  <p v-if="claims" v-text="'Hello, ' + (claims.name ?? claims.username ?? claims.sub)" />
</template>`,
        },
      ],
    },
    {
      title: 'api',
      text: ['apiResource'],
      samples: [
        {
          language: 'ts',
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
