import type { SsoSetup } from '@postern/contracts/people/sso-setup';
import { expect, test } from 'vitest';
import { firstOpen, listSteps, missingSteps } from './list-steps.ts';

const start = {
  purposes: ['connect', 'domain', 'directory'],
  canChooseProvider: true,
  connector: null,
  domains: [],
  isTested: false,
  directory: { isOn: false },
  status: 'open',
} satisfies Partial<SsoSetup>;
const connector = { isConfigured: true, providerType: 'oidc', config: {} } as unknown as SsoSetup['connector'];
const namesOf = (setup: Parameters<typeof listSteps>[0]) => listSteps(setup).map(({ name }) => name);

test('shows only the steps that the link allows', () => {
  expect(namesOf(start)).toEqual(['provider', 'register', 'connect', 'domain', 'test', 'directory', 'finish']);
  expect(namesOf({ ...start, purposes: ['domain'], directory: null })).toEqual(['domain', 'finish']);
  expect(namesOf({ ...start, purposes: ['connect'], canChooseProvider: false, directory: null })).toEqual([
    'register',
    'connect',
    'test',
    'finish',
  ]);
});

test('a SAML provider has a step for its attributes, until they are saved or tested', () => {
  const saml = { ...connector, providerType: 'saml' } as NonNullable<typeof connector>;
  expect(namesOf({ ...start, connector: saml })).toContain('attributes');
  expect(namesOf({ ...start, connector })).not.toContain('attributes');
  expect(firstOpen(listSteps({ ...start, connector: saml }))).toBe('attributes');
  const mapped = { ...saml, config: { attributeMapping: {} } };
  expect(firstOpen(listSteps({ ...start, connector: mapped }))).toBe('domain');
});

test('continues at the first step that is open', () => {
  expect(firstOpen(listSteps(start))).toBe('provider');
  expect(firstOpen(listSteps({ ...start, connector }))).toBe('domain');
});

test('names the required steps that are missing', () => {
  expect(missingSteps(listSteps(start))).toEqual(['connect', 'domain']);
  const domains = [{ isProven: true }] as SsoSetup['domains'];
  expect(missingSteps(listSteps({ ...start, connector, domains }))).toEqual([]);
});
