import { adminTenantId } from '@postern/contracts/wire';
import { lockSignInExperience, updateSignInExperience } from '#features/experience/sign-in-experience';
import { putConnector, removeConnector } from '#features/messages/connectors';
import { narrowTo } from '#features/people/provision';
import type { App } from '#platform/app';
import { type ConsoleProvider, consoleProviders } from '#platform/config/config';
import type { Db } from '#platform/db/db';

/** Connectors with these ids are managed here; those that an operator created in the console have other ids. */
const connectorIdOf = (provider: ConsoleProvider) => `console-${provider}`;
const factoryIdOf = (provider: ConsoleProvider) => `${provider}-universal`;

/** Shows the button exactly while there is a connector for it. */
async function show(db: Db, provider: ConsoleProvider, isShown: boolean): Promise<boolean> {
  const experience = await lockSignInExperience(db);
  const targets = experience?.socialSignInConnectorTargets ?? [];
  if (!experience || targets.includes(provider) === isShown) {
    return false;
  }
  await updateSignInExperience(db, {
    socialSignInConnectorTargets: isShown ? [...targets, provider] : targets.filter((target) => target !== provider),
  });
  return true;
}

async function syncProvider(app: App, db: Db, provider: ConsoleProvider): Promise<boolean> {
  const client = app.config.consoleProviders[provider];
  const id = connectorIdOf(provider);
  if (!client) {
    const isRemoved = await removeConnector(db, id);
    return isRemoved && (await show(db, provider, false));
  }
  const outcome = await putConnector(app, db, {
    id,
    factoryId: factoryIdOf(provider),
    target: provider,
    config: client,
  });
  if (outcome === 'taken') {
    app.log.warn({ provider }, 'console provider skipped: the admin tenant already has a connector for it');
    return false;
  }
  const isShown = await show(db, provider, true);
  return outcome === 'changed' || isShown;
}

/** Syncs the connectors of the console's own sign-in with the environment at every start. */
export async function connectProviders(app: App): Promise<void> {
  const isChanged = await app.tenancy.system(async (db) => {
    await narrowTo(db, adminTenantId);
    let any = false;
    for (const provider of consoleProviders) {
      any = (await syncProvider(app, db, provider)) || any;
    }
    return any;
  });
  if (isChanged) {
    app.cache.drop(adminTenantId);
  }
}
