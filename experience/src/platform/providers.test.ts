import { expect, test } from 'vitest';
import { type Provider, providerName, shownProviders } from './providers.ts';

const provider = (id: string, target: string, platform: Provider['platform']) =>
  ({ id, target, platform, name: { en: id }, logo: '', logoDark: null }) as Provider;

const all = [
  provider('g-native', 'google', 'Native'),
  provider('g-universal', 'google', 'Universal'),
  provider('w-universal', 'wechat', 'Universal'),
  provider('w-web', 'wechat', 'Web'),
  provider('a-native', 'alipay', 'Native'),
  provider('z-web', 'zed', 'Web'),
];
const bridge = {
  platform: 'ios' as const,
  getPostMessage: () => () => undefined,
  supportedConnector: { universal: true, nativeTargets: ['google'] },
  callbackLink: 'shop://back',
};
const ids = (...given: Parameters<typeof shownProviders>) => shownProviders(...given).map(({ id }) => id);

test('a browser prefers web connectors and hides native ones', () => {
  expect(ids(all)).toEqual(['g-universal', 'w-web', 'z-web']);
});

test('a web view shows supported connectors, and universal ones only if they can return to the application', () => {
  expect(ids(all, bridge)).toEqual(['g-native', 'w-universal']);
  expect(ids(all, { ...bridge, callbackLink: undefined })).toEqual(['g-native']);
  expect(ids(all, { ...bridge, supportedConnector: { universal: true, nativeTargets: [] } })).toEqual([
    'g-universal',
    'w-universal',
  ]);
});

test('provider names follow the language, with English as fallback', () => {
  const named = { ...provider('x', 'x', 'Web'), name: { en: 'WeChat', 'zh-CN': '微信', pt: 'Zap' } };
  expect(['zh-CN', 'pt-BR', 'de'].map((language) => providerName(named, language))).toEqual(['微信', 'Zap', 'WeChat']);
});
