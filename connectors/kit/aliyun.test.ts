import { expect, test } from 'vitest';
import { isSignedForAliyun } from '../testing-signatures.ts';
import { signAliyun } from './aliyun.ts';

const key = { accessKeyId: 'YourAccessKeyId', accessKeySecret: 'YourAccessKeySecret' };
const call = {
  host: 'ecs.cn-shanghai.aliyuncs.com',
  action: 'RunInstances',
  version: '2014-05-26',
  query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
};
const moment = { date: '2023-10-26T10:22:32Z', nonce: '3156853299f313e23d1673dc12e1703d' };

const asCall = ({ url, headers, body }: ReturnType<typeof signAliyun>) => ({
  url: new URL(url),
  method: 'POST',
  headers,
  body,
});

// https://www.alibabacloud.com/help/en/sdk/product-overview/v3-request-structure-and-signature
test('signs the example of the documentation', () => {
  const signed = signAliyun(call, key, moment);
  expect(signed.headers.authorization).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  );
  expect(isSignedForAliyun(asCall(signed), key.accessKeySecret)).toBe(true);
});

test('signs forms, and encodes reserved characters', () => {
  const form = { Subject: "Ä (1)! *it's* ~a+b", HtmlBody: '<p>&amp;</p>' };
  const signed = signAliyun({ ...call, query: { A: "!'()* ~" }, form }, key, moment);
  expect(isSignedForAliyun(asCall(signed), key.accessKeySecret)).toBe(true);
  expect(signed.url).toBe('https://ecs.cn-shanghai.aliyuncs.com/?A=%21%27%28%29%2A%20~');
  expect(Object.fromEntries(new URLSearchParams(signed.body))).toEqual(form);
  expect(signed.headers['content-type']).toBe('application/x-www-form-urlencoded');
});

test('a changed request or another secret does not match the signature', () => {
  const signed = asCall(signAliyun(call, key, moment));
  expect(isSignedForAliyun(signed, 'other')).toBe(false);
  expect(isSignedForAliyun({ ...signed, body: 'x=1' }, key.accessKeySecret)).toBe(false);
  expect(isSignedForAliyun({ ...signed, url: new URL(`${signed.url.href}1`) }, key.accessKeySecret)).toBe(false);
});
