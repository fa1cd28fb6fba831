import { webhookEvents, webhookLogKey } from '@postern/contracts/records/webhooks';
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { changeKeys, entryKeys } from '../event-keys.ts';
import audit from '../phrases.en.json';
import { eventTitle } from './event-title.ts';

beforeAll(async () => {
  await i18next.init({ lng: 'en', defaultNS: 'console', ns: ['console'], resources: { en: { console: { audit } } } });
});

test.each([
  ['ExchangeTokenBy.ClientCredentials', 'Token for a machine'],
  ['RevokeToken', 'Token revoked'],
  ['RevokeGrants', 'Oldest sign-ins to an application ended'],
  ['Interaction.Create.Captcha', 'Captcha checked'],
  ['Interaction.SignIn.Submit', 'Sign-in: completed'],
  ['Interaction.Register.Identifier.Submit', 'Sign-up: person identified'],
  ['Interaction.Register.Identifier.Password.Submit', 'Sign-up: password checked'],
  ['Interaction.ForgotPassword.Verification.EmailVerificationCode.Create', 'Password reset: email code requested'],
  ['Interaction.SignIn.BindMfa.Totp.Submit', 'Sign-in: authenticator code added as a second factor'],
  ['Interaction.SignIn.Profile.Update', 'Sign-in: profile updated'],
  ['JwtCustomizer.AccessToken', 'Custom claims of a user token'],
  ['ExchangeTokenBy.DeviceCode', 'Token for a device'],
  ['SendMessage.Sms', 'SMS sent'],
  ['PostSignIn', 'User signed in'],
  ['Organization.Membership.Updated', 'Organization: members changed'],
  ['OrganizationInvitation.Created', 'Organization invitation: created'],
  ['TriggerHook.User.Created', 'Webhook request (User: created)'],
  ['TriggerHook.PostSignIn', 'Webhook request (User signed in)'],
  ['Domain.Created', 'Custom domain: created'],
  ['LogStream.Restarted', 'Log stream: started again'],
])('%s is shown as %s', (key, title) => {
  expect(eventTitle(i18next.t, key)).toBe(title);
});

test.each([
  'Something.New',
  'Interaction.SignIn.toString',
  'ExchangeTokenBy.constructor',
  'Interaction.SignIn.Mfa.X.Y',
  'TriggerHook',
  'TriggerHook.Something.New',
  'TriggerHook.TriggerHook.constructor',
])('an unknown key is shown as it is: %s', (key) => {
  expect(eventTitle(i18next.t, key)).toBe(key);
});

test('every request of a webhook has a title', () => {
  const keys = webhookEvents.map(webhookLogKey);
  expect(keys.filter((key) => eventTitle(i18next.t, key) === key)).toEqual([]);
});

test('every event of the filter has a title', () => {
  expect([...entryKeys, ...changeKeys].filter((key) => eventTitle(i18next.t, key) === key)).toEqual([]);
});
