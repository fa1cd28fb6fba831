import { recordLog } from '#features/records/audit';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { markExpiring } from './store.ts';

/** Days before the end of an active certificate on which the audit log gets a warning; 0 when it has expired. */
const warningDays = [60, 30, 7, 1, 0];

/** Warns once for each of the days. Without a new certificate, nobody can sign in to the application afterwards. */
export async function warnOfExpiry(db: Db, app: App): Promise<void> {
  for (const { tenantId, applicationId, id, expiresAt } of await markExpiring(db, warningDays)) {
    app.log.warn({ tenantId, applicationId, expiresAt }, 'certificate of a SAML application expires');
    recordLog(app, tenantId, {
      key: 'SamlApplication.CertificateExpiring',
      payload: { applicationId, secretId: id, expiresAt },
    });
  }
}
