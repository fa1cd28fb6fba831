import type { IdentifierType } from '@postern/contracts/sign-in-experience';
import { call } from '../../platform/client.ts';
import { finish } from '../../platform/finish.ts';
import { readIdentifier } from '../../platform/identifiers.ts';

export async function signInWithPassword(typed: string, password: string, allowed: readonly IdentifierType[]) {
  const identifier = readIdentifier(typed, allowed);
  if (!identifier) {
    throw new Error('The form checks the identifier first.');
  }
  await call('start', { interactionEvent: 'SignIn' });
  const { verificationId } = await call('verifyPassword', { identifier, password });
  await finish(verificationId);
}

export async function registerWithPassword(username: string, password: string) {
  await call('start', { interactionEvent: 'Register' });
  const { verificationId } = await call('newPasswordIdentity', {
    identifier: { type: 'username', value: username.trim() },
    password,
  });
  await finish(verificationId);
}
