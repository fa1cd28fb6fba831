import { hasMailbox } from '#features/messages/mailbox';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { findPasswordExpiration, listMessageTypes } from './store.ts';

const methods = { Email: 'EmailVerificationCode', Sms: 'PhoneVerificationCode' } as const;

/** While passwords expire, a connector must be left that sends codes to reset them. */
export async function requirePasswordReset(app: App, db: Db): Promise<void> {
  const { isEnabled, methods: allowed } = await findPasswordExpiration(db);
  if (!isEnabled) {
    return;
  }
  const types = await listMessageTypes(db);
  const canReset = (['Email', 'Sms'] as const).some(
    (type) => (hasMailbox(app) || types.includes(type)) && (allowed?.includes(methods[type]) ?? true),
  );
  if (!canReset) {
    throw new AppError('sign_in_experiences.password_expiration_requires_forgot_password');
  }
}
