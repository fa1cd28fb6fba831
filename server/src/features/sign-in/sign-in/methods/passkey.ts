import { findCredentials } from '#features/people/users';
import type { SignInPasskeyRecord } from '#features/sign-in/interaction';
import { AppError } from '#platform/http/errors';
import type { Method } from './method.ts';

/** Sign-in with a passkey alone. It never registers: a passkey belongs to an account from the start. */
export const passkeyMethod: Method<SignInPasskeyRecord> = {
  isEnabled: ({ passkeySignIn }, _record, event) => passkeySignIn.enabled === true && event === 'SignIn',
  async find({ app, tenantId }, { userId = '' }) {
    const user = await app.tenancy.read(tenantId, (db) => findCredentials(db, { type: 'id', value: userId }));
    if (!user) {
      throw new AppError('user.user_not_exist', { values: { identifier: userId } });
    }
    return { id: user.id, isSuspended: user.isSuspended, epoch: user.epoch };
  },
};
