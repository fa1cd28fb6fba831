import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { expect, test } from 'vitest';
import { messageFor } from './message.ts';

// Only the parts that the message uses.
const stored = {
  color: { primaryColor: '#111111', isDarkModeEnabled: false, darkPrimaryColor: '#222222' },
  customCss: 'a {}',
} as SignInExperience;
const view = { mode: 'dark', platform: 'web', language: 'de', path: '/sign-in' } as const;
const nothing = { experience: {}, isDirty: false };

test('unsaved values override stored ones, part by part', () => {
  const { config } = messageFor(stored, { experience: { customCss: 'b {}' }, isDirty: true }, view, undefined);
  expect(config.signInExperience).toEqual({ ...stored, customCss: 'b {}' });
  expect([config.language, config.path, config.phrases]).toEqual(['de', '/sign-in', undefined]);
});

test('there is no dark preview while dark mode is off, saved or not', () => {
  const on = { color: { ...stored.color, isDarkModeEnabled: true } };
  expect(messageFor(stored, nothing, view, undefined).config.mode).toBe('light');
  expect(messageFor(stored, { ...nothing, experience: on }, view, undefined).config.mode).toBe('dark');
});

test('phrases being edited replace the saved ones, in their language only', () => {
  const saved = { signIn: { title: 'Saved' } };
  const wording = { language: 'de', phrases: {} };
  expect(messageFor(stored, nothing, view, saved).config.phrases).toEqual(saved);
  expect(messageFor(stored, { ...nothing, wording }, view, saved).config.phrases).toEqual({});
  const english = { ...view, language: 'en' };
  expect(messageFor(stored, { ...nothing, wording }, english, saved).config.phrases).toEqual(saved);
});

test('phrases under wire keys reach the preview under our keys', () => {
  const saved = { action: { sign_in: 'Come in' }, mfa: { step: 'Step' } };
  expect(messageFor(stored, nothing, view, saved).config.phrases).toEqual({
    signIn: { action: 'Come in' },
    register: { signIn: 'Come in' },
  });
});
