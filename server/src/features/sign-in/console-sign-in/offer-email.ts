import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { adminTenantId } from '@postern/contracts/wire';
import { lockSignInExperience, updateSignInExperience } from '#features/experience/sign-in-experience';
import { messageChannels } from '#features/messages/connectors';
import { beginStep, narrowTo, usernameAndPassword } from '#features/people/provision';
import type { App } from '#platform/app';
import { emit } from '#platform/jobs/events';

const step = 'console-sign-in-by-email';

/** New users register with an address that they verify with a code; all users sign in with it or with a username. */
const emailFirst: Pick<SignInExperience, 'signIn' | 'signUp' | 'forgotPasswordMethods'> = {
  signIn: {
    methods: [
      { identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: true },
      ...usernameAndPassword.signIn.methods,
    ],
  },
  signUp: { identifiers: ['email'], password: true, verify: true },
  forgotPasswordMethods: ['EmailVerificationCode'],
};

/** Whether the sign-in settings still have their initial values. */
const isUntouched = ({ signIn, signUp }: SignInExperience) =>
  signIn.methods.map(({ identifier }) => identifier).join() === 'username' &&
  signUp.identifiers.join() === 'username' &&
  (signUp.secondaryIdentifiers ?? []).length === 0;

/**
 * Enables email sign-up for the console as soon as mail can be sent, once per installation. Changes that an operator
 * makes before or afterwards are kept.
 */
export async function offerEmail(app: App): Promise<void> {
  if (!(await messageChannels(app, adminTenantId)).email) {
    return;
  }
  const isChanged = await app.tenancy.system(async (db) => {
    if (!(await beginStep(db, step))) {
      return false;
    }
    await narrowTo(db, adminTenantId);
    const experience = await lockSignInExperience(db);
    if (!experience || !isUntouched(experience)) {
      app.log.info('console sign-in settings kept: they were changed before');
      return false;
    }
    await updateSignInExperience(db, emailFirst);
    await emit(db, { name: 'SignInExperience.Data.Updated', subjectId: adminTenantId, data: { reason: step } });
    return true;
  });
  if (isChanged) {
    app.cache.drop(adminTenantId);
    app.log.info('console sign-up by email enabled');
  }
}
