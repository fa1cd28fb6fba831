import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'https://outline.example.com/auth/oidc.callback',
  postSignOutUri: 'https://outline.example.com',
  steps: [
    { title: 'redirects', text: ['ownSite', 'redirects'], hasRedirects: true },
    {
      title: 'environment',
      text: ['outlineEnvironment'],
      samples: [
        {
          language: 'env',
          file: 'docker.env',
          code: `OIDC_CLIENT_ID={{appId}}
OIDC_CLIENT_SECRET={{appSecret}}
OIDC_AUTH_URI={{authorizationEndpoint}}
OIDC_TOKEN_URI={{tokenEndpoint}}
OIDC_USERINFO_URI={{userinfoEndpoint}}
OIDC_LOGOUT_URI={{endSessionEndpoint}}
OIDC_USERNAME_CLAIM=username
OIDC_DISPLAY_NAME=Postern
OIDC_SCOPES="openid profile email"`,
        },
      ],
    },
    {
      title: 'tryIt',
      text: ['outlineTry', 'outlineEmail'],
      samples: [{ language: 'sh', code: 'docker compose up -d --force-recreate outline' }],
    },
  ],
};
