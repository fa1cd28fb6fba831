import { z } from 'zod';
import { alipayFields, alipayItems, identifyAtAlipay } from '../../kit/alipay.ts';
import { codeFlow, describeProvider } from '../../kit/code-flow.ts';
import { scopeField, scopesOf } from '../../kit/social-items.ts';

const defaultScope = 'auth_user';
const charsets = ['gbk', 'utf8'] as const;

export const alipayWeb = codeFlow({
  metadata: describeProvider('Alipay', {
    id: 'alipay-web',
    target: 'alipay',
    platform: 'Web',
    formItems: [
      ...alipayItems,
      {
        key: 'charset',
        label: 'Character set',
        type: 'Select',
        defaultValue: 'utf8',
        selectItems: charsets.map((value) => ({ value, title: value })),
      },
      {
        key: 'scope',
        label: 'Scope',
        type: 'Text',
        placeholder: defaultScope,
        description: 'Leave empty to use the default scope.',
      },
    ],
  }),
  configGuard: z.object({ ...alipayFields, charset: z.enum(charsets).default('utf8'), ...scopeField }),
  authorizationEndpoint: 'https://openauth.alipay.com/oauth2/publicAppAuthorize.htm',
  parameters: ({ appId, scope }, request) => ({
    app_id: appId,
    redirect_uri: request.redirectUri,
    scope: scopesOf(request.scope ?? scope, defaultScope).replaceAll(' ', ','),
  }),
  identify: identifyAtAlipay,
});
