import { expect, test } from 'vitest';
import { deviceReader } from './read-device.ts';

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)';
const ipad = 'Mozilla/5.0 (iPad; CPU OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [`${mac} Chrome/142.0.0.0 Safari/537.36`, { kind: 'desktop', browser: 'Chrome 142', os: 'macOS' }],
  [`${android} Chrome/142.0.0.0 Mobile Safari/537.36`, { kind: 'mobile', browser: 'Chrome 142', os: 'Android 16' }],
  [`${ipad} Version/18.4 Mobile/15E148 Safari/604.1`, { kind: 'tablet', browser: 'Safari 18', os: 'iOS 18' }],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', { kind: 'bot' }],
  ['', { kind: 'unknown', browser: null, os: null }],
  [undefined, { kind: 'unknown', browser: null, os: null }],
  ['curl/8.9.1', { kind: 'unknown', os: null }],
  [')('.repeat(256), { os: null }],
])('%s', async (userAgent, device) => {
  expect((await deviceReader())(userAgent)).toMatchObject(device);
});
