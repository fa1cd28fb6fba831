import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { expect, test } from 'vitest';
import { bodyOf, draftOf, valuesOf } from './form.ts';

// Only the branding settings.
const stored = {
  color: { primaryColor: '#111111', isDarkModeEnabled: false, darkPrimaryColor: '#222222' },
  branding: { logoUrl: 'https://a.example/logo.svg' },
  customCss: null,
  customUiAssets: null,
} as SignInExperience;

test('stored values are unchanged after a round trip through the form', () => {
  expect(bodyOf(valuesOf(stored))).toEqual({
    color: stored.color,
    branding: stored.branding,
    customCss: null,
    customUiAssets: null,
  });
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
