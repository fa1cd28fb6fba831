import { recordMinutes } from '@postern/contracts/account/account-verifications';
import type { Address } from '@postern/contracts/sign-in/sign-in';
import {
  type AccountRequest,
  type CodeProof,
  deleteRecord,
  insertRecord,
  listRecords,
} from '#features/account/account';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { throttled } from '#features/operations/throttle';
import { type Binding, deliverCode, describeMessage, verifyCode } from '#features/sign-in/verification-codes';
import { AppError } from '#platform/http/errors';
import { newId } from '#platform/secrets/ids';
import { getActiveUser } from './change.ts';

const purpose = 'Generic';

/** Binds a code to the person: for others it is a wrong code. */
const bindingOf = ({ tenantId, caller }: AccountRequest, address: Address): Binding => ({
  secret: `me ${tenantId} ${caller.subject}`,
  address,
  purpose,
});

/** The response is the same if another user has the address. */
export async function sendEmailCode(asked: AccountRequest, email: string): Promise<void> {
  const { app, tenantId, caller, request, languages } = asked;
  await app.tenancy.read(tenantId, (db) => getActiveUser(db, asked));
  const address: Address = { type: 'email', value: email };
  const id = await deliverCode(app, tenantId, {
    binding: bindingOf(asked, address),
    ip: request.ip,
    mostSeconds: recordMinutes * 60,
    describe: () =>
      describeMessage(app, tenantId, { languages, applicationId: caller.clientId, person: { id: caller.subject } }),
  });
  const proof: CodeProof = { type: 'Code', address, purpose, isVerified: false };
  await app.tenancy.write(tenantId, (db) =>
    insertRecord(db, { id, userId: caller.subject, minutes: recordMinutes, proof }),
  );
}

/** The ten minutes start when the code is verified. Wrong guesses count per address, as in a sign-in (attack 29). */
export async function showEmailCode(asked: AccountRequest, email: string, code: string): Promise<void> {
  const { app, tenantId, caller, languages } = asked;
  const userId = caller.subject;
  const records = await app.tenancy.read(tenantId, async (db) => {
    await getActiveUser(db, asked);
    return listRecords(db, userId);
  });
  const sent = records.find(({ proof }) => proof.type === 'Code' && proof.purpose === purpose && !proof.isVerified);
  if (sent?.proof.type !== 'Code') {
    throw new AppError('verification_code.not_found');
  }
  const { id: verificationId, proof } = sent;
  if (proof.address.value !== email) {
    throw new AppError('verification_code.email_mismatch');
  }
  const { sentinelPolicy: policy } = await getSignInExperience(app, tenantId);
  const guess = {
    target: email,
    locks: { type: 'email', value: email },
    action: 'VerificationCode',
    policy,
    languages,
  } as const;
  await throttled(app, tenantId, guess, async () => {
    await verifyCode(app, tenantId, bindingOf(asked, proof.address), { verificationId, code });
    return true;
  });
  await app.tenancy.write(tenantId, async (db) => {
    await deleteRecord(db, userId, verificationId);
    await insertRecord(db, { id: newId(), userId, minutes: recordMinutes, proof: { ...proof, isVerified: true } });
  });
}
