import type { AccountWays } from '@postern/contracts/account/account-verifications';
import { scopes } from '@postern/contracts/wire';
import { listSocialConnectors, messageChannels } from '#features/messages/connectors';
import type { Asked } from './asked.ts';
import { getPerson } from './change.ts';
import { identityOf } from './permit.ts';

/** How the caller can verify their identity. A code needs a proven address and a connector that delivers it. */
export async function listWays({ app, tenantId, caller }: Asked): Promise<AccountWays> {
  const [person, channels, providers] = await Promise.all([
    app.tenancy.read(tenantId, (db) => getPerson(db, { caller })),
    messageChannels(app, tenantId),
    listSocialConnectors(app, tenantId),
  ]);
  const { email, phone } = person.proven;
  return {
    password: person.hasPassword === true,
    email: (channels.email && caller.scopes.has('email') && email) || null,
    phone: (channels.phone && caller.scopes.has('phone') && phone) || null,
    social: providers
      .filter(({ target }) => caller.scopes.has(scopes.identities) && identityOf(person, target))
      .map(({ id, target }) => ({ connectorId: id, target })),
  };
}
