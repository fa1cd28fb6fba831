import { errors, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { throttled } from '#features/records/throttle';
import type { App } from '#platform/app';
import { AppError } from '#platform/errors';
import { tooManyAttempts } from './device-pages.ts';

/** Guesses per IP address and hour. There are 20^8 codes, each valid for ten minutes. */
const policy = { maxAttempts: 20, lockoutDuration: 15 };

/** A user code can be guessed, so it uses the common throttle. */
export function throttleUserCodes(app: App, tenantId: string, provider: Provider): void {
  const { DeviceCode } = provider;
  const find = DeviceCode.findByUserCode;
  DeviceCode.findByUserCode = async (userCode, options) => {
    const target = `device ${(Provider.ctx as KoaContextWithOIDC | undefined)?.ip ?? ''}`;
    try {
      return await throttled(app, tenantId, { target, action: 'VerificationCode', policy }, () =>
        find.call(DeviceCode, userCode, options),
      );
    } catch (error) {
      if (error instanceof AppError && error.code === 'session.verification_blocked_too_many_attempts') {
        throw new errors.CustomOIDCProviderError(tooManyAttempts, error.message);
      }
      throw error;
    }
  };
}

/** A code in the link only fills the field: the user still checks it and continues manually (RFC 8628 §5.4). */
export async function prefillUserCode(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  if (ctx.method === 'GET' && ctx.path === '/device' && ctx.query.user_code !== undefined) {
    ctx.state.userCode = [ctx.query.user_code].flat()[0]?.slice(0, 16);
    ctx.query = {};
  }
  await next();
}
