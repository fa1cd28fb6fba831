import { createHash } from 'node:crypto';
import { adminTenantId, managementApiIndicator } from '@postern/contracts/wire';
import type { ClientSettings } from './clients.ts';

/** The claim that says with which secret a machine got its token, so that the token ends with the secret. */
export const secretClaim = 'secret_id';

/** Secrets are long and random, so their digest tells nothing about them. It stays when a secret is renamed. */
export const markOf = (clientId: string, secret: string): string =>
  createHash('sha256').update(`${clientId} ${secret}`).digest('base64url').slice(0, 12);

/** Whether a secret with this mark is there and has not run out. */
export const isSecretValid = (clientId: string, { secrets }: Pick<ClientSettings, 'secrets'>, mark: string): boolean =>
  secrets.some(
    ({ value, expiresAt }) => markOf(clientId, value) === mark && (expiresAt === null || expiresAt > Date.now()),
  );

/** Only this product looks at the claim. Tokens for APIs of others have none. */
export const isOwnAudience = (tenantId: string, audience: string): boolean =>
  tenantId === adminTenantId || audience === managementApiIndicator(tenantId);
