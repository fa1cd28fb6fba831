import type { PersonalAccessToken } from '@postern/contracts/access/personal-access-tokens';
import type { App } from '#platform/app';
import { openOrLog, type Sealer, sealerFor } from '#platform/secrets/seal-column';
import { type SealedColumn, sealPlainText } from '#platform/secrets/sealed-columns';

// A token can be renamed, so its name is not part of the purpose.
const purposeOf = (tenantId: string, userId: string) => `personal-access-token/${tenantId}/${userId}`;

export const tokenSealer = ({ vault }: App, tenantId: string, userId: string): Sealer =>
  sealerFor(vault, purposeOf(tenantId, userId));

/** The value is empty if the vault has another key now. The token still works: it is found by its digest. */
export const withValue = (app: App, token: PersonalAccessToken): PersonalAccessToken => ({
  ...token,
  value: openOrLog(app, purposeOf(token.tenantId, token.userId), token.value) ?? '',
});

export const sealedTokens: SealedColumn = {
  table: 'personal_access_tokens',
  column: 'value',
  key: ['user_id', 'name'],
  purpose: ({ tenantId, id }) => purposeOf(tenantId, id),
  sealPlain: sealPlainText,
};
