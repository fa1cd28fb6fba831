import type { ConnectorFactory } from '@postern/contracts/messages/connectors';
import { expect, test } from 'vitest';
import { groupFactories } from './group-factories.ts';

const factory = (id: string, target: string, more: Partial<ConnectorFactory> = {}): ConnectorFactory => ({
  id,
  target,
  type: 'Social',
  platform: 'Universal',
  name: { en: id },
  description: { en: '' },
  logo: '',
  logoDark: null,
  readme: '',
  ...more,
});
const all = [
  factory('oidc', 'oidc', { isStandard: true }),
  factory('alipay-web', 'alipay', { platform: 'Web' }),
  factory('github-universal', 'github'),
  factory('alipay-native', 'alipay', { platform: 'Native' }),
  factory('demo', 'demo', { isDemo: true }),
  factory('smtp', 'smtp', { type: 'Email' }),
];
const shape = (taken: string[]) =>
  groupFactories(
    all,
    'Social',
    taken.map((connectorId) => ({ connectorId })),
  ).map(({ factories, isTaken }) => [factories.map(({ id }) => id).join('+'), isTaken]);

test('a provider has one card for all its platforms, standard connectors come last', () => {
  expect(shape([])).toEqual([
    ['alipay-web+alipay-native', false],
    ['github-universal', false],
    ['oidc', false],
  ]);
});

test('a card is taken if all its platforms are in use, a standard connector never is', () => {
  expect(shape(['alipay-web', 'github-universal', 'oidc'])).toEqual([
    ['alipay-web+alipay-native', false],
    ['github-universal', true],
    ['oidc', false],
  ]);
  expect(shape(['alipay-web', 'alipay-native'])[0]).toEqual(['alipay-web+alipay-native', true]);
});

test('a sender can always be selected again', () => {
  expect(groupFactories(all, 'Email', [{ connectorId: 'smtp' }])).toMatchObject([{ target: 'smtp', isTaken: false }]);
});
