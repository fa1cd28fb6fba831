import { darkBrandOf } from '@postern/contracts/brand';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { defaultBrandColor, defaultDarkBrandColor } from '@postern/contracts/wire';
import { expect, test } from 'vitest';
import { BrandingForm, bodyOf, draftOf, followingDark, valuesOf } from './form.ts';

// Only the branding settings.
const stored = {
  color: { primaryColor: '#111111', isDarkModeEnabled: false, darkPrimaryColor: '#222222' },
  branding: { logoUrl: 'https://a.example/logo.svg' },
  customCss: null,
  customUiAssets: null,
  hideLogtoBranding: true,
  customUiCsp: { scriptSrc: ['https://a.example', 'https://b.example'] },
} as SignInExperience;

test('stored values are unchanged after a round trip through the form', () => {
  expect(bodyOf(valuesOf(stored))).toEqual({
    color: stored.color,
    branding: stored.branding,
    customCss: null,
    customUiAssets: null,
    hideLogtoBranding: true,
    customUiCsp: { scriptSrc: ['https://a.example', 'https://b.example'], connectSrc: [] },
  });
});

test.each([
  ['https://cdn.example.com\n\n https://*.example.org ', true],
  ["'unsafe-inline'", false],
  ['https://a.example\nexample', false],
])('sources %j are valid: %s', (scriptSrc, isValid) => {
  expect(BrandingForm.safeParse({ ...valuesOf(stored), scriptSrc }).success).toBe(isValid);
});

test('the preview keeps the last valid color and picture', () => {
  const typed = {
    ...valuesOf(stored),
    primaryColor: '#12',
    darkPrimaryColor: '#abc ',
    logoUrl: 'https:/',
    favicon: '',
  };
  const { color, branding } = draftOf(typed, stored);
  expect(color).toEqual({ primaryColor: '#111111', isDarkModeEnabled: false, darkPrimaryColor: '#abc' });
  expect(branding).toEqual({});
});

test('the default dark color follows the first change of the light one', () => {
  expect(followingDark(defaultBrandColor, '#0E6B5C', defaultDarkBrandColor)).toBe(darkBrandOf('#0E6B5C'));
});

test('a derived dark color follows further changes, in any spelling', () => {
  expect(followingDark('#0e6b5c', '#B3261E', darkBrandOf('#0E6B5C').toLowerCase())).toBe(darkBrandOf('#B3261E'));
});

test('a dark color set by hand stays', () => {
  expect(followingDark('#0E6B5C', '#B3261E', '#FFFFFF')).toBeUndefined();
});

test('an incomplete light color changes nothing', () => {
  expect(followingDark('#0E6B5C', '#B32', darkBrandOf('#0E6B5C'))).toBe(darkBrandOf('#BB3322'));
  expect(followingDark('#0E6B5C', '#B3261', darkBrandOf('#0E6B5C'))).toBeUndefined();
});
