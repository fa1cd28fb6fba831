import type { Application } from '@postern/contracts/access/applications';
import { internalSecretPrefix } from '@postern/contracts/wire';
import type { App } from '#platform/app';
import { openOrLog, type Sealer, sealerFor } from '#platform/secrets/seal-column';
import { type SealedColumn, sealPlainText } from '#platform/secrets/sealed-columns';
import type { Vault } from '#platform/secrets/vault';

// A secret can be renamed, so its name is not part of the purpose.
const purposeOf = (tenantId: string, applicationId: string) => `application/${tenantId}/${applicationId}`;

/** Encrypts the secrets of one tenant's applications, by the ID of the application. */
export type SecretSealer = (applicationId: string) => Sealer;

export const secretSealer =
  ({ vault }: { vault: Vault }, tenantId: string): SecretSealer =>
  (applicationId) =>
    sealerFor(vault, purposeOf(tenantId, applicationId));

type Opener = Pick<App, 'vault' | 'log'>;

/** Undefined if the vault has another key now. */
export const openSecret = (app: Opener, tenantId: string, applicationId: string, stored: string) =>
  openOrLog(app, purposeOf(tenantId, applicationId), stored);

/** `secret` is a placeholder, or a sealed legacy secret: see `withLegacySecret`. */
export type StoredApplication = Application & { secret: string };

/** With the legacy secret, which releases before named secrets created, and without the placeholder of all others. */
export function withLegacySecret(app: Opener, { secret: stored, ...application }: StoredApplication): Application {
  const secret = stored.startsWith(internalSecretPrefix)
    ? undefined
    : openSecret(app, application.tenantId, application.id, stored);
  return secret ? { ...application, secret } : application;
}

export const sealedSecrets: SealedColumn[] = [
  {
    table: 'applications',
    column: 'secret',
    purpose: ({ tenantId, id }) => purposeOf(tenantId, id),
    // The placeholder of applications without a legacy secret authenticates nothing.
    sealPlain: (value, sealer) =>
      String(value).startsWith(internalSecretPrefix) ? value : sealPlainText(value, sealer),
  },
  {
    table: 'application_secrets',
    column: 'value',
    key: ['application_id', 'name'],
    purpose: ({ tenantId, id }) => purposeOf(tenantId, id),
    sealPlain: sealPlainText,
  },
];
