import type { OneTimeToken } from '@postern/contracts/access/one-time-tokens';
import type { App } from '#platform/app';
import { openOrLog, type Sealer, sealerFor } from '#platform/secrets/seal-column';
import { type SealedColumn, sealPlainText } from '#platform/secrets/sealed-columns';

const purposeOf = (tenantId: string, id: string) => `one-time-token/${tenantId}/${id}`;

/** Encrypts the tokens of one tenant, by their ID. */
export type TokenSealer = (id: string) => Sealer;

export const tokenSealer =
  ({ vault }: Pick<App, 'vault'>, tenantId: string): TokenSealer =>
  (id) =>
    sealerFor(vault, purposeOf(tenantId, id));

/** The token is empty if the vault has another key now. It still works: it is found by its digest. */
export const withToken = (app: App, row: OneTimeToken): OneTimeToken => ({
  ...row,
  token: openOrLog(app, purposeOf(row.tenantId, row.id), row.token) ?? '',
});

export const sealedTokens: SealedColumn = {
  table: 'one_time_tokens',
  column: 'token',
  purpose: ({ tenantId, id }) => purposeOf(tenantId, id),
  sealPlain: sealPlainText,
};
