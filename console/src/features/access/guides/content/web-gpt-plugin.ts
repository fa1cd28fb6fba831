import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'https://chat.openai.com/aip/g-your-gpt-id/oauth/callback',
  steps: [
    { title: 'openActions', text: ['gptActions'] },
    {
      title: 'settings',
      text: ['gptSettings'],
      settings: [
        { label: 'Client ID', value: '{{appId}}' },
        { label: 'Client Secret', value: '{{appSecret}}' },
        { label: 'Authorization URL', value: '{{authorizationEndpoint}}' },
        { label: 'Token URL', value: '{{tokenEndpoint}}' },
        { label: 'Scope', value: 'openid profile email offline_access' },
        { label: 'Token Exchange Method', value: 'Default (POST request)' },
      ],
    },
    { title: 'redirects', text: ['gptRedirect'], hasRedirects: true },
    {
      title: 'schema',
      text: ['gptSchema'],
      samples: [
        {
          language: 'yaml',
          file: 'openapi.yaml',
          code: `openapi: 3.1.0
info:
  title: Who is signed in
  version: 1.0.0
servers:
  - url: {{endpoint}}
paths:
  /oidc/me:
    get:
      operationId: whoAmI
      summary: The person who is signed in
      responses:
        '200':
          description: Claims of the person
          content:
            application/json:
              schema:
                type: object
                properties:
                  sub: { type: string }
                  name: { type: string }
                  email: { type: string }`,
        },
      ],
    },
    { title: 'tryIt', text: ['gptTry'] },
  ],
};
