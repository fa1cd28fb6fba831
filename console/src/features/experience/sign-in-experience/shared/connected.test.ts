import type { Connector } from '@postern/contracts/messages/connectors';
import { expect, test } from 'vitest';
import { connectedOf } from './connected.ts';

const connector = (type: Connector['type'], id: string, target = id): Connector => ({
  id,
  connectorId: id,
  target,
  type,
  platform: type === 'Social' ? 'Web' : null,
  name: { en: id },
  description: { en: id },
  logo: '',
  logoDark: null,
  readme: '',
  syncProfile: false,
  enableTokenStorage: false,
  trustAddresses: false,
  config: { clientSecret: 'secret' },
  metadata: {},
});

test('messages are delivered by a connector, or to the mailbox', () => {
  const mail = [connector('Email', 'smtp')];
  expect(connectedOf(mail, false)).toMatchObject({
    channels: { email: true, phone: false },
    connectors: { email: true, phone: false },
  });
  expect(connectedOf([], true)).toMatchObject({
    channels: { email: true, phone: true },
    connectors: { email: false, phone: false },
  });
});

test('a provider with several connectors is listed once, at the position of the first', () => {
  const { social, socialConnectors } = connectedOf(
    [connector('Social', 'a', 'x'), connector('Social', 'b', 'y'), connector('Social', 'c', 'x')],
    false,
  );
  expect(social.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(socialConnectors.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test('the preview does not receive connector configurations', () => {
  const { socialConnectors } = connectedOf([connector('Social', 'a')], false);
  expect(JSON.stringify(socialConnectors)).not.toContain('secret');
});
