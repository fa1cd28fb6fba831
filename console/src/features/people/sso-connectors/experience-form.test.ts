import { expect, test } from 'vitest';
import { bodyOf, ExperienceForm, type ExperienceValues } from './experience-form.ts';

const values: ExperienceValues = {
  connectorName: 'Acme',
  domains: ['acme.example'],
  syncProfile: 'always',
  enableTokenStorage: true,
  branding: { displayName: '', logo: 'https://acme.example/logo.svg', darkLogo: '' },
};
const wrong = (given: Partial<ExperienceValues>) =>
  ExperienceForm.safeParse({ ...values, ...given }).error?.issues.map(({ path }) => path.join('.')) ?? [];

test('needs a domain of a company, each only once', () => {
  expect(wrong({})).toEqual([]);
  expect(wrong({ domains: [] })).toEqual(['domains']);
  expect(wrong({ domains: ['acme.example', 'Gmail.com', 'ACME.example', '@acme.example', 'acme'] })).toEqual([
    'domains.1',
    'domains.2',
    'domains.3',
    'domains.4',
  ]);
});

test('leaves out empty branding, and token storage for SAML', () => {
  expect(bodyOf({ providerType: 'saml' }, values)).toEqual({
    connectorName: 'Acme',
    domains: ['acme.example'],
    syncProfile: true,
    branding: { logo: 'https://acme.example/logo.svg' },
  });
  expect(bodyOf({ providerType: 'oidc' }, values)).toMatchObject({ enableTokenStorage: true });
});
