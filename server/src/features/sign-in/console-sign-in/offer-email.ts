import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { adminTenantId } from '@postern/contracts/wire';
import { beginStep, narrowTo, usernameAndPassword } from '#features/access/provision';
import { lockSignInExperience, updateSignInExperience } from '#features/experience/sign-in-experience';
import { messageChannels } from '#features/messages/connectors';
import type { App } from '#platform/app';
import { emit } from '#platform/events';

const step = 'console-sign-in-by-email';

/** New people register with an address that they prove with a code; everybody signs in with it or with a username. */
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

/** Nobody has changed how people sign in since the installation was made. */
const isUntouched = ({ signIn, signUp }: SignInExperience) =>
  signIn.methods.map(({ identifier }) => identifier).join() === 'username' &&
  signUp.identifiers.join() === 'username' &&
  (signUp.secondaryIdentifiers ?? []).length === 0;

/**
 * Lets people sign up to the console by e-mail, as soon as mail can be sent, once in the life of an installation: what
 * an operator chooses afterwards stays. Settings that an operator changed before stay as well.
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
