import {
  drawTotp,
  findFactors,
  openFactorSecret,
  ownerOf,
  replaceFactors,
  sealFactorSecret,
  verifyTotpCode,
} from '#features/people/users';
import { getRecord, type Started, type TotpRecord, type VerificationRecord } from '#features/sign-in/interaction';
import { AppError } from '#platform/http/errors';
import { newId } from '#platform/secrets/ids';
import { type FactorRequest, guess } from './guess.ts';
import { getChangeable, getSituation } from './require-factor.ts';

/** A new secret for the identified user. It is stored encrypted, and with the account only after it was verified. */
export async function createTotp(signIn: Started) {
  const { app, tenantId } = signIn;
  const { userId, holder } = await getChangeable(signIn);
  const drawn = drawTotp(ownerOf(app, tenantId, { ...holder, id: userId }));
  const secret = sealFactorSecret(app.vault, { tenantId, userId }, drawn.secret);
  const record: TotpRecord = { id: newId(), type: 'Totp', userId, verified: false, secret };
  return { record, drawn };
}

/** The record of an earlier step for the same user. */
export function getOwnRecord<Type extends VerificationRecord['type']>(
  { state }: Started,
  id: string,
  type: Type,
): Extract<VerificationRecord, { type: Type }> {
  const record = getRecord(state, id);
  if (record.type !== type || !('userId' in record) || record.userId !== (state.userId ?? state.newUserId)) {
    throw new AppError('session.verification_session_not_found');
  }
  // The line above has compared the type.
  return record as Extract<VerificationRecord, { type: Type }>;
}

async function verifyNew(signIn: Started, userId: string, verificationId: string, code: string): Promise<TotpRecord> {
  const { app, tenantId } = signIn;
  const record = getOwnRecord(signIn, verificationId, 'Totp');
  if (!record.secret) {
    throw new AppError('session.verification_session_not_found');
  }
  const secret = openFactorSecret(app.vault, { tenantId, userId }, record.secret);
  const usedStep = verifyTotpCode(secret, code, record.usedStep);
  if (usedStep === undefined) {
    throw new AppError('session.mfa.invalid_totp_code');
  }
  return { ...record, verified: true, usedStep };
}

/** Accepts a code of the stored authenticator app and remembers its time step, so that it works once. */
export async function takeTotpCode(asked: FactorRequest, userId: string, code: string): Promise<void> {
  const { app, tenantId } = asked;
  await guess(asked, { factor: 'Totp', userId, wrong: 'session.mfa.invalid_totp_code' }, () =>
    app.tenancy.write(tenantId, async (db) => {
      const factors = (await findFactors(db, userId, true)) ?? [];
      const totp = factors.find((factor) => factor.type === 'Totp');
      const secret = totp && openFactorSecret(app.vault, { tenantId, userId }, totp.key);
      const usedStep = secret && verifyTotpCode(secret, code, totp.usedStep);
      if (!usedStep) {
        return undefined;
      }
      const used = { ...totp, usedStep, lastUsedAt: new Date().toISOString() };
      await replaceFactors(
        db,
        userId,
        factors.map((factor) => (factor.id === totp.id ? used : factor)),
      );
      return true;
    }),
  );
}

async function verifyStored(signIn: Started, userId: string, code: string): Promise<TotpRecord> {
  await takeTotpCode(signIn, userId, code);
  return { id: newId(), type: 'Totp', userId, verified: true };
}

/** With `verificationId` a code of the new app, otherwise of the stored one. Only the latter is a second factor. */
export async function verifyTotp(signIn: Started, { code, verificationId }: { code: string; verificationId?: string }) {
  const { userId } = await getSituation(signIn);
  return verificationId === undefined
    ? { record: await verifyStored(signIn, userId, code), isFactor: true }
    : { record: await verifyNew(signIn, userId, verificationId, code), isFactor: false };
}
