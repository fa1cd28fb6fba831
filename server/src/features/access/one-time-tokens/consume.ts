import type { OneTimeToken } from '@postern/contracts/access/one-time-tokens';
import type { InteractionEvent } from '@postern/contracts/sign-in/sign-in';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { digestSecret } from '#platform/secrets/ids';
import { consumeStatement, explainStatement } from './store.ts';

type Presented = { email: string; token: string };

/** The interaction in which a token is presented; `any` ignores what the token is bound to. */
type Event = InteractionEvent | 'any';

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
  event: Event = 'any',
): Promise<ConsumedToken> {
  const digest = digestSecret(token);
  const [consumed] = await app.tenancy.run<ConsumedToken>(tenantId, consumeStatement, [digest, email, event]);
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
  if (known.status === 'revoked') {
    throw new AppError('one_time_token.token_revoked');
  }
  const { interactionEvent: bound } = known.context;
  // Last, so that nobody learns the purpose of a link that is of no use any more.
  throw new AppError(
    known.status === 'active' && bound !== undefined && event !== 'any' && bound !== event
      ? 'one_time_token.interaction_event_mismatch'
      : 'one_time_token.token_consumed',
  );
}
