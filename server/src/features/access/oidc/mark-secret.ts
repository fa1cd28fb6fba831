import { createHash } from 'node:crypto';
import { adminTenantId, managementApiIndicator } from '@postern/contracts/wire';
import type { ClientSettings } from './clients.ts';

/** The claim with the secret that a machine used to get its token, so that the token ends with the secret. */
export const secretClaim = 'secret_id';

/**
 * Secrets are long and random, so the digest reveals nothing about them. It stays the same when a secret is renamed.
 */
export const markOf = (clientId: string, secret: string): string =>
  createHash('sha256').update(`${clientId} ${secret}`).digest('base64url').slice(0, 12);

/** Whether a secret with this mark exists and has not expired. */
export const isSecretValid = (clientId: string, { secrets }: Pick<ClientSettings, 'secrets'>, mark: string): boolean =>
  secrets.some(
    ({ value, expiresAt }) => markOf(clientId, value) === mark && (expiresAt === null || expiresAt > Date.now()),
  );

/** Only this product reads the claim. Tokens for other APIs do not have it. */
export const isOwnAudience = (tenantId: string, audience: string): boolean =>
  tenantId === adminTenantId || audience === managementApiIndicator(tenantId);
