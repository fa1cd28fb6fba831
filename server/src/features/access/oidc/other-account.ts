import { normalizeEmail } from '@postern/contracts/normalize';
import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { consumeOneTimeToken } from '#features/access/one-time-tokens';
import type { App } from '#platform/app';
import { AppError } from '#platform/errors';

export const otherAccountReason = 'other_account';

/** A request with a one-time token, and the address of the user who is signed in in this browser. */
async function readToken({ oidc }: KoaContextWithOIDC) {
  const { params, account, result } = oidc;
  const [token, hint] = [params?.one_time_token, params?.login_hint];
  // A user who has just signed in for this request has made their choice.
  if (typeof token !== 'string' || typeof hint !== 'string' || !account || result?.login) {
    return undefined;
  }
  const { email } = await account.claims('userinfo', 'email', {}, []);
  return { token, email: normalizeEmail(hint), isSame: email === normalizeEmail(hint) };
}

/**
 * If another user than the one in the token is signed in, shows a question instead of continuing with the wrong
 * account.
 */
export function otherAccountCheck(): interactionPolicy.Check {
  return new interactionPolicy.Check(
    otherAccountReason,
    'the one-time token is for another account',
    'login_required',
    async (ctx) => (await readToken(ctx))?.isSame === false,
  );
}

/** If the user of the token is already signed in, consumes the token. */
export async function consumeOwnToken(app: App, tenantId: string, ctx: KoaContextWithOIDC): Promise<void> {
  const invitation = await readToken(ctx);
  if (!invitation?.isSame) {
    return;
  }
  try {
    await consumeOneTimeToken(app, tenantId, invitation);
  } catch (error) {
    // Used or expired: the user is already signed in, so nothing is lost.
    if (!(error instanceof AppError)) {
      throw error;
    }
  }
}
