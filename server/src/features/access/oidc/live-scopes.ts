import type { App } from '#platform/app';
import type { VerifiedToken } from '#platform/caller';
import { activeRolesStatement } from './access.store.ts';
import { AccessRefused, accessTo, machineAccess } from './access.ts';
import { type ClientSettings, clientLookup, settingsKey } from './clients.ts';
import { isSecretValid } from './mark-secret.ts';
import type { HeldRoles } from './unit.ts';

type Bearer = { token: VerifiedToken; settings: ClientSettings };

/** Everything comes from the tenant cache, which every change drops on every node. */
async function ofMachine(app: App, { token, settings }: Bearer) {
  const { clientId, issuerTenantId, audience, organizationId, secretId } = token;
  // Older tokens do not have the claim; their scopes are still checked.
  if (secretId !== undefined && !isSecretValid(clientId, settings, secretId)) {
    return undefined;
  }
  return machineAccess(app, issuerTenantId, { clientId, settings, organizationId }, audience);
}

async function ofPerson(app: App, { token, settings }: Bearer) {
  const { clientId, issuerTenantId, audience, organizationId, subject: userId } = token;
  const [roles] = await app.tenancy.run<HeldRoles>(issuerTenantId, activeRolesStatement, [userId]);
  const asker = { clientId, settings, isMachine: false, userId, organizationId, roles };
  return roles && accessTo(app, issuerTenantId, asker, audience);
}

/**
 * The current scopes of a token for its audience, whatever the token says. Undefined if the user, the application or
 * the secret is gone, or the user is suspended.
 */
export async function liveScopes(app: App, token: VerifiedToken): Promise<ReadonlySet<string> | undefined> {
  const client = await clientLookup(app, token.issuerTenantId)(token.clientId);
  if (!client) {
    return undefined;
  }
  const bearer = { token, settings: client[settingsKey] as ClientSettings };
  try {
    const access = await (token.subject === token.clientId ? ofMachine(app, bearer) : ofPerson(app, bearer));
    return access && new Set(access.names);
  } catch (error) {
    if (error instanceof AccessRefused) {
      return undefined;
    }
    throw error;
  }
}
