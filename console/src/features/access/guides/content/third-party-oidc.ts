import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'https://partner.example.com/callback',
  steps: [
    {
      title: 'handOver',
      text: ['partnerValues'],
      settings: [
        { label: 'Issuer', value: '{{issuer}}' },
        { label: 'Discovery', value: '{{discoveryUri}}' },
        { label: 'Authorization', value: '{{authorizationEndpoint}}' },
        { label: 'Token', value: '{{tokenEndpoint}}' },
        { label: 'Userinfo', value: '{{userinfoEndpoint}}' },
        { label: 'Client ID', value: '{{appId}}' },
        { label: 'Client secret', value: '{{appSecret}}' },
      ],
    },
    { title: 'redirects', text: ['partnerRedirect'], hasRedirects: true },
    { title: 'permissions', text: ['partnerPermissions'], tab: 'permissions' },
    {
      title: 'request',
      text: ['partnerRequest'],
      samples: [
        {
          language: 'url',
          code: `{{authorizationEndpoint}}
  ?client_id={{appId}}
  &response_type=code
  &redirect_uri={{redirectUri}}
  &scope=openid profile email
  &state=a-random-value
  &code_challenge=hash-of-the-verifier
  &code_challenge_method=S256`,
        },
      ],
    },
    {
      title: 'token',
      text: ['partnerExchange'],
      samples: [
        {
          language: 'sh',
          code: `curl {{tokenEndpoint}} \\
  --user "{{appId}}:{{appSecret}}" \\
  --data grant_type=authorization_code \\
  --data code=the-code-of-the-callback \\
  --data code_verifier=the-verifier \\
  --data-urlencode "redirect_uri={{redirectUri}}"`,
        },
      ],
    },
    {
      title: 'user',
      text: ['partnerUser'],
      samples: [
        {
          language: 'sh',
          code: `curl {{userinfoEndpoint}} \\
  --header "authorization: Bearer the-access-token"`,
        },
      ],
    },
  ],
};
