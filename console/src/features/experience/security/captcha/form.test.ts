import type { CaptchaConfig } from '@postern/contracts/experience/captcha';
import { expect, test } from 'vitest';
import { configOf, emptyValues, ProviderForm, valuesOf } from './form.ts';

const configs: CaptchaConfig[] = [
  { type: 'Turnstile', siteKey: 'site', secretKey: 'secret' },
  {
    type: 'RecaptchaEnterprise',
    siteKey: 'site',
    secretKey: 'secret',
    projectId: 'my-project',
    domain: 'recaptcha.net',
    mode: 'checkbox',
  },
  { type: 'ProofOfWork', difficulty: 'High' },
];

test.each(configs)('the settings of $type survive the form', (config) => {
  const { data } = ProviderForm.safeParse(valuesOf(config));
  expect(data && configOf(data)).toEqual(config);
});

test('requires the fields of the type only', () => {
  const missing = (type: CaptchaConfig['type']) =>
    ProviderForm.safeParse(emptyValues(type)).error?.issues.map(({ path }) => path.join('.')) ?? [];
  expect(missing('Turnstile')).toEqual(['siteKey', 'secretKey']);
  expect(missing('RecaptchaEnterprise')).toEqual(['siteKey', 'secretKey', 'projectId']);
  expect(missing('ProofOfWork')).toEqual([]);
});

test('rejects a project ID that is a path', () => {
  const values = valuesOf({ type: 'RecaptchaEnterprise', siteKey: 'a', secretKey: 'b', projectId: '../x' });
  expect(ProviderForm.safeParse(values).success).toBe(false);
});
