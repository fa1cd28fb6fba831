import type { Identifier } from '@postern/contracts/sign-in/sign-in';
import { begin } from '../../platform/begin.ts';
import { CallError, call, isPassing } from '../../platform/client.ts';
import { saveMethod } from '../../platform/draft.ts';
import { finish, leave } from '../../platform/finish.ts';

export async function signInWithPassword(identifier: Identifier, password: string) {
  await begin('SignIn');
  const { verificationId } = await call('verifyPassword', { identifier, password });
  saveMethod('password');
  await finish(verificationId);
}

/** Username of an account that was created although the response of the last step was lost. */
let made: string | undefined;

async function makeAccount(username: string, password: string): Promise<void> {
  await begin('Register');
  const { verificationId } = await call('newPasswordIdentity', {
    identifier: { type: 'username', value: username },
    password,
  });
  saveMethod('password');
  await call('identify', { verificationId });
  made = username;
}

/** A retry after a lost response continues with the created account; its username would be taken otherwise. */
export async function registerWithPassword(username: string, password: string) {
  if (made !== username) {
    await makeAccount(username, password);
  }
  try {
    await leave();
  } catch (error) {
    made = error instanceof CallError && isPassing(error.code) ? made : undefined;
    throw error;
  }
}
