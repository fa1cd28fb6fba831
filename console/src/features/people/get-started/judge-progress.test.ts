import { expect, test } from 'vitest';
import { canSend, isBranded } from './judge-progress.ts';

const untouched = {
  branding: {},
  color: { primaryColor: '#6139f6', isDarkModeEnabled: true, darkPrimaryColor: '#8768F8' },
  customCss: null,
};

test('sign-in pages count as branded after a logo, a color or CSS', () => {
  expect(isBranded(untouched)).toBe(false);
  expect(isBranded({ ...untouched, branding: { logoUrl: '' } })).toBe(false);
  expect(isBranded({ ...untouched, branding: { logoUrl: 'https://example.com/logo.svg' } })).toBe(true);
  expect(isBranded({ ...untouched, color: { ...untouched.color, primaryColor: '#0E6B5C' } })).toBe(true);
  expect(isBranded({ ...untouched, customCss: 'main { color: red }' })).toBe(true);
});

test('demo connectors and social connectors send no mail', () => {
  expect(canSend([])).toBe(false);
  expect(canSend([{ isDemo: true, type: 'Email' }])).toBe(false);
  expect(canSend([{ isDemo: false, type: 'Social' }])).toBe(false);
  expect(canSend([{ isDemo: false, type: 'Sms' }])).toBe(true);
});
