import type { WebAuthnAssertion } from '@postern/contracts/people/webauthn';
import { verificationIdHeader } from '@postern/contracts/wire';
import { findFactors } from '#features/people/users';
import { requestOwnPasskey, takeBackupCode, takePasskeyUse, takeTotpCode } from '#features/sign-in/factors';
import { AppError } from '#platform/http/errors';
import { type AccountRequest, findPermission } from './access.ts';
import { getPerson } from './change.ts';
import { findRecord, type PasskeyUseProof, updateRecord } from './records.store.ts';
import { listHeldFactors } from './require-factor.ts';

type FactorCode = { type: 'Totp' | 'BackupCode'; code: string };

/** Verifies and consumes a code, or throws. Wrong codes are counted as in a sign-in: per person and factor. */
export async function takeFactorCode(asked: AccountRequest, { type, code }: FactorCode): Promise<void> {
  const { app, tenantId, caller } = asked;
  const held = await app.tenancy.read(tenantId, async (db) => listHeldFactors(asked, db, await getPerson(db, asked)));
  if (!held.includes(type)) {
    throw new AppError('session.mfa.mfa_factor_not_enabled');
  }
  await (type === 'Totp' ? takeTotpCode : takeBackupCode)(asked, caller.subject, code);
}

/** Adds a verified code to a proof. */
export async function addFactorCode(asked: AccountRequest, id: string, { type, code }: FactorCode): Promise<void> {
  const { app, tenantId, caller } = asked;
  await app.tenancy.read(tenantId, async (db) => {
    if (!(await findPermission(asked, db, await getPerson(db, asked), { [verificationIdHeader]: id }))) {
      throw new AppError('verification_record.not_found');
    }
  });
  await takeFactorCode(asked, { type, code });
  await app.tenancy.write(tenantId, async (db) => {
    const proof = await findRecord(db, caller.subject, id, true);
    if (!proof) {
      // It expired or was used while the code was checked.
      throw new AppError('verification_record.not_found');
    }
    await updateRecord(db, caller.subject, id, { ...proof, factor: type });
  });
}

export async function beginPasskeyUse(asked: AccountRequest) {
  const { app, tenantId, caller } = asked;
  const factors = await app.tenancy.read(tenantId, (db) => findFactors(db, caller.subject));
  const authenticationOptions = await requestOwnPasskey(asked, factors ?? []);
  const proof: PasskeyUseProof = { type: 'PasskeyUse', challenge: authenticationOptions.challenge, isVerified: false };
  return { proof, authenticationOptions };
}

/** Marks the record as verified, or throws. A challenge is answered once. */
export async function showPasskeyUse(asked: AccountRequest, id: string, payload: WebAuthnAssertion): Promise<void> {
  const { app, tenantId, caller } = asked;
  const proof = await app.tenancy.write(tenantId, async (db) => {
    const found = await findRecord(db, caller.subject, id, true);
    if (found?.type !== 'PasskeyUse' || found.isVerified || found.challenge === '') {
      throw new AppError('verification_record.not_found');
    }
    await updateRecord(db, caller.subject, id, { ...found, challenge: '' });
    return found;
  });
  await takePasskeyUse(asked, caller.subject, proof.challenge, payload);
  await app.tenancy.write(tenantId, (db) =>
    updateRecord(db, caller.subject, id, { type: 'PasskeyUse', challenge: '', isVerified: true }),
  );
}
