import { z } from 'zod';
import { alipayFields, alipayItems, identifyAtAlipay } from '../../kit/alipay.ts';
import { codeFlow, describeProvider } from '../../kit/code-flow.ts';

export const alipayNative = codeFlow({
  metadata: describeProvider('Alipay', {
    id: 'alipay-native',
    target: 'alipay',
    platform: 'Native',
    formItems: alipayItems,
  }),
  configGuard: z.object(alipayFields),
  // The application handles this address: it opens Alipay and returns with `auth_code` and `state`.
  authorizationEndpoint: 'alipay://',
  parameters: ({ appId }) => ({ app_id: appId }),
  identify: identifyAtAlipay,
});
