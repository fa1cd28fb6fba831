import { z } from 'zod';
import { codeFlow, describeProvider } from '../../kit/code-flow.ts';
import { optionalText } from '../../kit/read-config.ts';
import { appFields, appItems } from '../../kit/social-items.ts';
import { identifyAtWeChat } from '../../kit/wechat.ts';

export const wechatNative = codeFlow({
  metadata: describeProvider('WeChat', {
    id: 'wechat-native',
    target: 'wechat',
    platform: 'Native',
    formItems: [
      ...appItems,
      {
        key: 'universalLinks',
        label: 'Universal links',
        type: 'Text',
        placeholder: 'https://app.example.com/',
        description: 'The universal link of your iOS app, as registered at WeChat.',
      },
    ],
  }),
  configGuard: z.object({ ...appFields, universalLinks: optionalText }),
  uncalledSettings: ['universalLinks'],
  // The application handles this address: it opens WeChat and returns with `code` and `state`.
  authorizationEndpoint: 'wechat://',
  parameters: ({ appId, universalLinks }) => ({ app_id: appId, universal_links: universalLinks }),
  identify: identifyAtWeChat,
});
