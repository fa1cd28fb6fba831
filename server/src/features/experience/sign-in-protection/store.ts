import {
  defaultTrustedDays,
  type RiskAction,
  type SignInProtection,
} from '@postern/contracts/experience/sign-in-protection';
import type { Selectable } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Database } from '#platform/db/db-types';

const show = (row: Omit<Selectable<Database['sign_in_protections']>, 'tenant_id'>): SignInProtection => ({
  trustedDevices: { enabled: row.trusts_devices, days: row.trusted_days },
  newDeviceEmail: row.mails_new_devices,
  // The table only accepts these values.
  risk: { medium: row.medium_risk as RiskAction, high: row.high_risk as RiskAction },
});

/** Named, because a prepared `select *` of a running node fails when an upgrade adds a column. */
const columns = ['trusts_devices', 'trusted_days', 'mails_new_devices', 'medium_risk', 'high_risk'] as const;

const defaultProtection: SignInProtection = {
  trustedDevices: { enabled: false, days: defaultTrustedDays },
  newDeviceEmail: null,
  risk: { medium: 'allow', high: 'allow' },
};

export async function findSignInProtection(db: Db): Promise<SignInProtection> {
  const row = await db.selectFrom('sign_in_protections').select(columns).executeTakeFirst();
  return row ? show(row) : defaultProtection;
}

/** Writes only the given parts, so that changes of several pages do not undo each other. */
export async function updateSignInProtection(db: Db, patch: Partial<SignInProtection>): Promise<SignInProtection> {
  const { trustedDevices, newDeviceEmail, risk } = patch;
  const changes = {
    ...(trustedDevices ? { trusts_devices: trustedDevices.enabled, trusted_days: trustedDevices.days } : {}),
    ...(newDeviceEmail === undefined ? {} : { mails_new_devices: newDeviceEmail }),
    ...(risk ? { medium_risk: risk.medium, high_risk: risk.high } : {}),
  };
  if (Object.keys(changes).length === 0) {
    return findSignInProtection(db);
  }
  const row = await db
    .insertInto('sign_in_protections')
    .values(changes)
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(changes))
    .returning(columns)
    .executeTakeFirstOrThrow();
  return show(row);
}
