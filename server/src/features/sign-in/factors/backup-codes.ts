import {
  digestTemporaryCode,
  findFactors,
  newBackupCodes,
  openFactorSecret,
  replaceFactors,
  sealFactorSecret,
  takeTemporaryCode,
} from '#features/people/users';
import type { BackupCodeRecord, Started, TemporaryCodeRecord } from '#features/sign-in/interaction';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { newId } from '#platform/secrets/ids';
import { isSameText } from '#platform/secrets/vault';
import { type FactorRequest, guess } from './guess.ts';
import { getSituation } from './require-factor.ts';

export async function createBackupCodes(signIn: Started) {
  const { app, tenantId } = signIn;
  if (signIn.state.event === 'ForgotPassword') {
    throw new AppError('session.not_supported_for_forgot_password');
  }
  // They are only shown. Adding them to the account requires the factor that the user has.
  const { userId } = await getSituation(signIn);
  const codes = newBackupCodes();
  const sealed = codes.map((code) => sealFactorSecret(app.vault, { tenantId, userId }, code));
  const record: BackupCodeRecord = { id: newId(), type: 'BackupCode', userId, verified: false, codes: sealed };
  return { record, codes };
}

/** Uses up one backup code. All codes are compared, so that the time reveals nothing. */
export async function takeBackupCode(asked: FactorRequest, userId: string, given: string): Promise<void> {
  const { app, tenantId } = asked;
  const code = given.trim().toLowerCase();
  await guess(asked, { factor: 'BackupCode', userId, wrong: 'session.mfa.invalid_backup_code' }, () =>
    app.tenancy.write(tenantId, async (db) => {
      const factors = (await findFactors(db, userId, true)) ?? [];
      const set = factors.find((factor) => factor.type === 'BackupCode');
      const matches = set?.codes.map((one) =>
        isSameText(code, openFactorSecret(app.vault, { tenantId, userId }, one.code)),
      );
      const at = matches?.indexOf(true) ?? -1;
      if (!set || at < 0 || set.codes[at]?.usedAt) {
        return undefined;
      }
      const now = new Date().toISOString();
      const used = {
        ...set,
        lastUsedAt: now,
        codes: set.codes.map((one, index) => (index === at ? { ...one, usedAt: now } : one)),
      };
      await replaceFactors(
        db,
        userId,
        factors.map((factor) => (factor.id === set.id ? used : factor)),
      );
      return true;
    }),
  );
}

export async function verifyBackupCode(signIn: Started, given: string): Promise<BackupCodeRecord> {
  const { userId } = await getSituation(signIn);
  await takeBackupCode(signIn, userId, given);
  return { id: newId(), type: 'BackupCode', userId, verified: true };
}

/** Uses up the code that an administrator issued to a user who lost all factors. */
export async function verifyTemporaryCode(signIn: Started, code: string): Promise<TemporaryCodeRecord> {
  const { app, tenantId } = signIn;
  const { userId } = await getSituation(signIn);
  await guess(signIn, { factor: 'TemporaryCode', userId, wrong: 'session.mfa.invalid_temporary_code' }, () =>
    app.tenancy.write(tenantId, async (db) => {
      if (!(await takeTemporaryCode(db, userId, digestTemporaryCode(userId, code)))) {
        return undefined;
      }
      await emit(db, {
        name: 'User.MfaVerifications.Updated',
        subjectId: userId,
        data: { temporaryCode: 'used' },
      });
      return true;
    }),
  );
  return { id: newId(), type: 'TemporaryCode', userId, verified: true };
}
