import { adminTenantId } from '@postern/contracts/wire';
import { sendMessage } from '#features/messages/connectors';
import type { App } from '#platform/app';
import type { Job } from '#platform/jobs/jobs';
import { composeAlert, developmentPlan } from './compose-alert.ts';
import { type AlertKey, findAlert } from './store.ts';

/** Sends one warning to one administrator. */
export async function sendAlert({ payload }: Job, app: App): Promise<undefined> {
  // Only insertAlerts adds jobs to this queue.
  const alert = await app.tenancy.system((db) => findAlert(db, payload as AlertKey));
  if (!alert || alert.email === null) {
    return;
  }
  const { email, language, tenantId } = alert;
  // Development tenants have no subscription page; their settings page leads to production.
  const page = alert.planId === developmentPlan ? 'settings' : 'subscription';
  const message = composeAlert(alert, language, `${app.config.adminEndpoint}/${tenantId}/tenant-settings/${page}`);
  await sendMessage(app, adminTenantId, { kind: 'Email', to: email, type: 'Generic', payload: message });
}
