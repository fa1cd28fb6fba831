import { z } from 'zod';
import { codeFlow, describeProvider } from '../../kit/code-flow.ts';
import { appFields, appItems, scopeField, scopeItem, scopesOf } from '../../kit/social-items.ts';
import { identifyAtWeChat } from '../../kit/wechat.ts';

const defaultScope = 'snsapi_login';

export const wechatWeb = codeFlow({
  metadata: describeProvider('WeChat', {
    id: 'wechat-web',
    target: 'wechat',
    platform: 'Web',
    formItems: [...appItems, scopeItem(defaultScope)],
  }),
  configGuard: z.object({ ...appFields, ...scopeField }),
  // WeChat requires the fragment.
  authorizationEndpoint: 'https://open.weixin.qq.com/connect/qrconnect#wechat_redirect',
  parameters: ({ appId, scope }, request) => ({
    appid: appId,
    redirect_uri: request.redirectUri,
    response_type: 'code',
    scope: scopesOf(request.scope ?? scope, defaultScope).replaceAll(' ', ','),
  }),
  identify: identifyAtWeChat,
});
