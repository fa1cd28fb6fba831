import { timingSafeEqual } from 'node:crypto';
import { defaultCodePolicy } from '@postern/contracts/experience/verification-code-policy';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { type Binding, digestOf, ownerOf } from './issue.ts';
import { consumeStatement, latestStatement, type TriedCode, tryStatement } from './store.ts';

/** Both are digests of the same length. */
const isSame = (one: string, two: string) =>
  one.length === two.length && timingSafeEqual(Buffer.from(one), Buffer.from(two));

/**
 * Consumes a code and returns when it was issued, or throws. Callers must be throttled: a code has as many attempts as its policy
 * says, and an address as many as the tenant allows across all codes, browsers and networks.
 */
export async function verifyCode(
  app: App,
  tenantId: string,
  binding: Binding,
  { verificationId, code }: { verificationId: string; code: string },
): Promise<number> {
  const { maxRetryAttempts = defaultCodePolicy.maxRetryAttempts } = (await getSignInExperience(app, tenantId))
    .verificationCodePolicy;
  const [tried] = await app.tenancy.run<TriedCode>(tenantId, tryStatement, [verificationId, ownerOf(binding)]);
  if (!tried) {
    throw new AppError('verification_code.not_found');
  }
  if (tried.isExpired) {
    throw new AppError('verification_code.expired');
  }
  if (tried.tries > maxRetryAttempts) {
    throw new AppError('verification_code.exceed_max_try');
  }
  if (!isSame(tried.digest, digestOf(binding, verificationId, code))) {
    throw new AppError('verification_code.code_mismatch');
  }
  const [consumed] = await app.tenancy.run(tenantId, consumeStatement, [tried.id]);
  if (!consumed) {
    throw new AppError('verification_code.not_found');
  }
  return tried.issuedAt;
}

/** The same for an owner who has one code at a time and does not know its id. */
export async function verifyLatestCode(app: App, tenantId: string, binding: Binding, code: string): Promise<void> {
  const [latest] = await app.tenancy.run<{ verificationId: string }>(tenantId, latestStatement, [ownerOf(binding)]);
  if (!latest) {
    throw new AppError('verification_code.not_found');
  }
  await verifyCode(app, tenantId, binding, { verificationId: latest.verificationId, code });
}
