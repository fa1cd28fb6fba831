import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'https://your-site.example.com/wp-admin/admin-ajax.php?action=openid-connect-authorize',
  postSignOutUri: 'https://your-site.example.com',
  steps: [
    {
      title: 'installPlugin',
      text: ['wordpressCli'],
      samples: [{ language: 'sh', code: 'wp plugin install daggerhart-openid-connect-generic --activate' }],
    },
    { title: 'redirects', text: ['ownSite', 'redirects'], hasRedirects: true },
    {
      title: 'configure',
      text: ['wordpressConstants'],
      samples: [
        {
          language: 'php',
          file: 'wp-config.php',
          code: `define('OIDC_LOGIN_TYPE', 'button');
define('OIDC_CLIENT_ID', '{{appId}}');
define('OIDC_CLIENT_SECRET', '{{appSecret}}');
define('OIDC_CLIENT_SCOPE', 'openid profile email');
define('OIDC_ENDPOINT_LOGIN_URL', '{{authorizationEndpoint}}');
define('OIDC_ENDPOINT_TOKEN_URL', '{{tokenEndpoint}}');
define('OIDC_ENDPOINT_USERINFO_URL', '{{userinfoEndpoint}}');
define('OIDC_ENDPOINT_LOGOUT_URL', '{{endSessionEndpoint}}');
define('OIDC_CREATE_IF_DOES_NOT_EXIST', 1);
define('OIDC_LINK_EXISTING_USERS', 0);`,
        },
      ],
    },
    { title: 'tryIt', text: ['wordpressTry', 'wordpressEmail'] },
  ],
};
