import type { TokenSetMetadata } from '@postern/contracts/people/secrets';
import { z } from 'zod';
import type { TokenResponse } from '#features/messages/connectors';
import type { App } from '#platform/app';
import type { SealedColumn } from '#platform/secrets/sealed-columns';

export type SealedTokenSet = { sealed: string; metadata: TokenSetMetadata };

type Identity = { target: string; identityId: string };

/** More than any provider sends; the tokens are part of the sign-in state. */
const maxLength = 32_768;

const purposeOf = (tenantId: string, { target, identityId }: Identity) =>
  `federated-tokens:${tenantId}:${target}:${identityId}`;

/**
 * Token sets of a table of relations; `target` is an SQL expression on its row `r`. Tokens in the state of a sign-in are
 * not listed: it expires within the hour.
 */
export const sealedTokensOf = (relations: string, target: string): SealedColumn => ({
  table: 'secrets',
  column: 'sealed',
  join: `join ${relations} r on r.tenant_id = t.tenant_id and r.secret_id = t.id`,
  also: { target, identityId: 'r.identity_id' },
  purpose: (row) => purposeOf(row.tenantId, { target: row.target ?? '', identityId: row.identityId ?? '' }),
});

function describe({ scope, expires_in, token_type, refresh_token }: TokenResponse): TokenSetMetadata {
  const seconds = Number(expires_in);
  return {
    ...(scope ? { scope } : {}),
    ...(seconds > 0 ? { expiresAt: Math.floor(Date.now() / 1000) + seconds } : {}),
    ...(token_type ? { tokenType: token_type } : {}),
    hasRefreshToken: Boolean(refresh_token),
  };
}

/** Encrypts the tokens of a provider for storage. Undefined if there are none, or no encryption key. */
export function sealTokens(
  app: App,
  tenantId: string,
  identity: Identity,
  tokens: TokenResponse | undefined,
): SealedTokenSet | undefined {
  if (!tokens?.access_token) {
    return undefined;
  }
  const { id_token, access_token, refresh_token } = tokens;
  const text = JSON.stringify({ id_token, access_token, refresh_token });
  if (!app.vault.isReady || text.length > maxLength) {
    app.log.warn({ tenantId, target: identity.target }, 'provider token storage failed');
    return undefined;
  }
  return { sealed: app.vault.seal(purposeOf(tenantId, identity), text), metadata: describe(tokens) };
}

const Kept = z.object({
  access_token: z.string(),
  id_token: z.string().optional(),
  refresh_token: z.string().optional(),
});

/** The reverse of `sealTokens`. */
export function openTokens(app: App, tenantId: string, identity: Identity, sealed: string): z.infer<typeof Kept> {
  return Kept.parse(JSON.parse(app.vault.open(purposeOf(tenantId, identity), sealed)));
}
