import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { expect, test } from 'vitest';
import { messageFor } from './message.ts';

// Only the parts that the message looks at.
const stored = {
  color: { primaryColor: '#111111', isDarkModeEnabled: false, darkPrimaryColor: '#222222' },
  customCss: 'a {}',
} as SignInExperience;
const view = { mode: 'dark', platform: 'web', language: 'de', path: '/sign-in' } as const;
const nothing = { experience: {}, isDirty: false };

test('what is typed goes over what is stored, part by part', () => {
  const { config } = messageFor(stored, { experience: { customCss: 'b {}' }, isDirty: true }, view, undefined);
  expect(config.signInExperience).toEqual({ ...stored, customCss: 'b {}' });
  expect([config.language, config.path, config.phrases]).toEqual(['de', '/sign-in', undefined]);
});

test('there is no dark preview while dark mode is off, saved or not', () => {
  const on = { color: { ...stored.color, isDarkModeEnabled: true } };
  expect(messageFor(stored, nothing, view, undefined).config.mode).toBe('light');
  expect(messageFor(stored, { ...nothing, experience: on }, view, undefined).config.mode).toBe('dark');
});

test('wording that is being edited takes the place of what is saved, in its own language alone', () => {
  const saved = { signIn: { title: 'Saved' } };
  const wording = { language: 'de', phrases: {} };
  expect(messageFor(stored, nothing, view, saved).config.phrases).toEqual(saved);
  expect(messageFor(stored, { ...nothing, wording }, view, saved).config.phrases).toEqual({});
  const english = { ...view, language: 'en' };
  expect(messageFor(stored, { ...nothing, wording }, english, saved).config.phrases).toEqual(saved);
});

test('wording under keys of the wire reaches the preview under the keys of our phrases', () => {
  const saved = { action: { sign_in: 'Come in' }, mfa: { totp: 'App' } };
  expect(messageFor(stored, nothing, view, saved).config.phrases).toEqual({
    signIn: { action: 'Come in' },
    register: { signIn: 'Come in' },
  });
});
