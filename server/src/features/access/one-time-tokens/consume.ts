import type { OneTimeToken } from '@postern/contracts/access/one-time-tokens';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { digestSecret } from '#platform/secrets/ids';
import { consumeStatement, explainStatement } from './store.ts';

type Presented = { email: string; token: string };

/** With an invitation it is for a new user, and cannot sign in to an existing account. */
export type ConsumedToken = OneTimeToken & {
  invitationId: string | null;
  /** In microseconds, to compare it with security epochs. */
  issuedAt: number;
};

/** Consumes a token, or throws the reason why it cannot be used. Callers must be throttled. */
export async function consumeOneTimeToken(
  app: App,
  tenantId: string,
  { email, token }: Presented,
): Promise<ConsumedToken> {
  const digest = digestSecret(token);
  const [consumed] = await app.tenancy.run<ConsumedToken>(tenantId, consumeStatement, [digest, email]);
  if (consumed) {
    return { ...consumed, token };
  }
  const [known] = await app.tenancy.run<OneTimeToken & { isOverdue: boolean }>(tenantId, explainStatement, [digest]);
  if (!known) {
    throw new AppError('one_time_token.token_not_found');
  }
  if (known.email !== email) {
    throw new AppError('one_time_token.email_mismatch');
  }
  if (known.status === 'expired' || (known.status === 'active' && known.isOverdue)) {
    throw new AppError('one_time_token.token_expired');
  }
  throw new AppError(known.status === 'revoked' ? 'one_time_token.token_revoked' : 'one_time_token.token_consumed');
}
