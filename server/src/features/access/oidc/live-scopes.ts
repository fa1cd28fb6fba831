import type { App } from '#platform/app';
import type { VerifiedToken } from '#platform/caller';
import { activeRolesStatement } from './access.store.ts';
import { AccessRefused, accessTo, machineAccess } from './access.ts';
import { type ClientSettings, clientLookup, settingsKey } from './clients.ts';
import { isSecretValid } from './mark-secret.ts';
import type { HeldRoles } from './unit.ts';

type Bearer = { token: VerifiedToken; settings: ClientSettings };

/** All of it comes from the tenant cache, which every change drops on every node. */
async function ofMachine(app: App, { token, settings }: Bearer) {
  const { clientId, issuerTenantId, audience, organizationId, secretId } = token;
  // A token from before the claim was written has none; its scopes are judged all the same.
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
 * What the bearer of a token may do with its audience right now, whatever the token says. Undefined when the person, the
 * application or the secret it was got with is gone, or the person is suspended.
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
