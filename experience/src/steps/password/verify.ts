import type { Identifier } from '@postern/contracts/sign-in';
import { call } from '../../platform/client.ts';
import { finish } from '../../platform/finish.ts';

export async function signInWithPassword(identifier: Identifier, password: string) {
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
