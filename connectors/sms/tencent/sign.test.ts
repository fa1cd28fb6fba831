import { expect, test } from 'vitest';
import { isSignedForTencent } from '../../testing-signatures.ts';
import { signTencent } from './sign.ts';

// https://www.tencentcloud.com/document/product/382/38780, with the masked key of the example
const secret = '*'.repeat(32);
const call = {
  host: 'cvm.tencentcloudapi.com',
  service: 'cvm',
  action: 'DescribeInstances',
  body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
  timestamp: 1551113065,
};

test('signs the example of the documentation', () => {
  const headers = signTencent(call, { accessKeyId: 'AKID', accessKeySecret: secret });
  expect(headers).toEqual({
    'content-type': 'application/json; charset=utf-8',
    'x-tc-action': 'DescribeInstances',
    'x-tc-timestamp': '1551113065',
    authorization:
      'TC3-HMAC-SHA256 Credential=AKID/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f',
  });
  const request = { url: new URL(`https://${call.host}/`), method: 'POST', headers, body: call.body };
  expect(isSignedForTencent(request, secret)).toBe(true);
  expect(isSignedForTencent({ ...request, body: `${call.body} ` }, secret)).toBe(false);
  expect(isSignedForTencent(request, 'other')).toBe(false);
});
