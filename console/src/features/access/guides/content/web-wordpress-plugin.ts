import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'https://your-site.example.com/wp-admin/admin-ajax.php?action=openid-connect-authorize',
  postSignOutUri: 'https://your-site.example.com',
  steps: [
    { title: 'installPlugin', text: ['wordpressSearch'] },
    { title: 'redirects', text: ['ownSite', 'redirects'], hasRedirects: true },
    {
      title: 'settings',
      text: ['wordpressSettings'],
      settings: [
        { label: 'Login Type', value: 'OpenID Connect button on login form' },
        { label: 'Client ID', value: '{{appId}}' },
        { label: 'Client Secret Key', value: '{{appSecret}}' },
        { label: 'OpenID Scope', value: 'openid profile email' },
        { label: 'Login Endpoint URL', value: '{{authorizationEndpoint}}' },
        { label: 'Userinfo Endpoint URL', value: '{{userinfoEndpoint}}' },
        { label: 'Token Validation Endpoint URL', value: '{{tokenEndpoint}}' },
        { label: 'End Session Endpoint URL', value: '{{endSessionEndpoint}}' },
        { label: 'Identity Key', value: 'sub' },
        { label: 'Nickname Key', value: 'sub' },
      ],
    },
    { title: 'tryIt', text: ['wordpressTry', 'wordpressEmail'] },
  ],
};
