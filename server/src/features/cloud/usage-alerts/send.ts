import { adminTenantId } from '@postern/contracts/wire';
import { sendMessage } from '#features/messages/connectors';
import type { App } from '#platform/app';
import { createRunner, type Runner } from '#platform/runner';
import { claimAlert, postponeAlert, settleAlert } from './store.ts';
import { developmentPlan, wordAlert } from './word.ts';

const maxAttempts = 8;

/** One message that is due, on whichever node; false when there is none. */
async function sendNext(app: App): Promise<boolean> {
  const due = await app.tenancy.system(claimAlert);
  if (!due) {
    return false;
  }
  const settle = () => app.tenancy.system((db) => settleAlert(db, due));
  const { email, language, tenantId, attempts } = due;
  if (email === null) {
    await settle();
    return true;
  }
  // The settings of a development tenant lead to production; it has no subscription page.
  const page = due.planId === developmentPlan ? 'settings' : 'subscription';
  const payload = wordAlert(due, language, `${app.config.adminEndpoint}/${tenantId}/tenant-settings/${page}`);
  try {
    await sendMessage(app, adminTenantId, { kind: 'Email', to: email, type: 'Generic', payload });
    await settle();
  } catch (error) {
    app.log.warn({ err: error, tenantId, attempts }, 'a warning about usage could not be sent');
    await (attempts >= maxAttempts ? settle() : app.tenancy.system((db) => postponeAlert(db, due, 10 * 2 ** attempts)));
  }
  return true;
}

const runners = new WeakMap<App, Runner>();

export function alertsOf(app: App): Runner {
  const runner = runners.get(app) ?? createRunner('usage-alerts', app.log, () => sendNext(app));
  runners.set(app, runner);
  return runner;
}
