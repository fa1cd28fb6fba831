import { randomBytes } from 'node:crypto';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { userMfaApi } from '@postern/contracts/people/user-mfa';
import { hashPassword } from '../features/people/users/index.ts';
import { totpCode, totpStep } from '../features/people/users/totp.ts';
import { changeSettings, type Visitor, visitor, ways } from './sign-in.ts';
import { type TestApp, testApp } from './test-app.ts';

export const factorPassword = 'a lighthouse at sea';

/** An app whose users sign in with a username and a password, and which can store secrets. */
export async function appWithFactors(mfa: SignInExperience['mfa']): Promise<TestApp> {
  const app = await testApp({ SECRET_VAULT_KEK: randomBytes(32).toString('base64') });
  await changeSettings(app, {
    signIn: ways({ identifier: 'username', password: true }),
    signUp: { identifiers: ['username'], password: true, verify: false },
    signInMode: 'SignInAndRegister',
    forgotPasswordMethods: ['EmailVerificationCode'],
    mfa,
  });
  return app;
}

let people = 0;

/** A user with a password and, by default, an email address. */
export async function createPerson(app: TestApp, more: { primary_email?: string | null; primary_phone?: string } = {}) {
  people += 1;
  const id = `person${String(people).padStart(6, '0')}`;
  const { digest, method } = await hashPassword(factorPassword);
  await app.write('default', (db) =>
    db
      .insertInto('users')
      .values({
        id,
        username: id,
        primary_email: `${id}@example.com`,
        password_encrypted: digest,
        password_encryption_method: method,
        ...more,
      })
      .execute(),
  );
  return { id, username: id, email: `${id}@example.com` };
}

/** A visitor who has proven the password and is identified. */
export async function identified(app: TestApp, username: string, params = {}): Promise<Visitor> {
  const person = visitor(app);
  await person.arrive(params);
  await person.start('SignIn');
  const { body } = await person.step('POST', '/verification/password', {
    identifier: { type: 'username', value: username },
    password: factorPassword,
  });
  const { status } = await person.identify(body.verificationId);
  if (status !== 204) {
    throw new Error(`identification answered ${status}`);
  }
  return person;
}

/** Adds an authenticator app as an administrator would. Returns its secret. */
export async function addTotp(app: TestApp, userId: string, token: string): Promise<string> {
  const { body } = await app.call(userMfaApi.create, { token, params: { userId }, body: { type: 'Totp' } });
  return body.type === 'Totp' ? body.secret : '';
}

export async function addBackupCodes(app: TestApp, userId: string, token: string): Promise<string[]> {
  const { body } = await app.call(userMfaApi.create, { token, params: { userId }, body: { type: 'BackupCode' } });
  return body.type === 'BackupCode' ? body.codes : [];
}

/** The code of now, or of a later step: each can be used once. */
export const codeNow = (secret: string, later = 0) => totpCode(secret, totpStep() + later);

export const wrongCode = (secret: string) => {
  const right = [-1, 0, 1, 2].map((later) => codeNow(secret, later));
  return right.includes('123456') ? '654321' : '123456';
};
