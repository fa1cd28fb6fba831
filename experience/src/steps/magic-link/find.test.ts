import type { Interaction } from '@postern/contracts/sign-in/sign-in';
import { expect, test } from 'vitest';
import { matchLink } from './find.ts';

const link = { verificationId: 'abc', code: '407123' };
const identifier = { type: 'email', value: 'maya@fjord.example' };
const record = {
  id: 'abc',
  type: 'EmailVerificationCode',
  identifier,
  verified: false,
  templateType: 'SignIn' as const,
};
const interaction = (changes: Partial<Interaction> = {}): Interaction => ({
  interactionEvent: 'SignIn',
  profile: {},
  verificationRecords: [record],
  ...changes,
});
const flowOf = (changes?: Partial<Interaction>) => {
  const found = matchLink(interaction(changes), link);
  return found.where === 'here' ? [found.sent.flow, found.sent.origin] : found.where;
};

test('a link continues the flow that its code was sent for', () => {
  expect(flowOf()).toEqual(['sign-in', '/sign-in']);
  expect(flowOf({ interactionEvent: 'Register' })).toEqual(['register', '/register']);
  expect(flowOf({ userId: 'u' })).toEqual(['continue', '/continue/email']);
  expect(
    flowOf({
      interactionEvent: 'ForgotPassword',
      verificationRecords: [{ ...record, templateType: 'ForgotPassword' }],
    }),
  ).toEqual(['forgot-password', '/forgot-password']);
});

test('rejects a link of another sign-in and reports a used one', () => {
  expect(flowOf({ verificationRecords: [] })).toBe('elsewhere');
  expect(flowOf({ verificationRecords: [{ ...record, id: 'other' }] })).toBe('elsewhere');
  expect(flowOf({ verificationRecords: [{ ...record, identifier: undefined }] })).toBe('elsewhere');
  expect(flowOf({ verificationRecords: [{ ...record, verified: true }] })).toBe('used');
});
