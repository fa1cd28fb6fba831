import { recordMinutes } from '@postern/contracts/account/account-verifications';
import type { TemplateType } from '@postern/contracts/messages/email-templates';
import type { Address } from '@postern/contracts/sign-in/sign-in';
import { refuseEmail } from '#features/experience/email-blocklist';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { throttled } from '#features/operations/throttle';
import { normalizePhone } from '#features/people/users';
import { refuseSsoEmail } from '#features/sign-in/sign-in';
import { type Binding, deliverCode, describeMessage, verifyCode } from '#features/sign-in/verification-codes';
import { AppError } from '#platform/http/errors';
import { type AccountRequest, getAccess } from './access.ts';
import { getPerson } from './change.ts';
import { type CodeProof, findRecord, updateRecord } from './records.store.ts';

const normalize = (address: Address): Address =>
  address.type === 'phone' ? { type: 'phone', value: normalizePhone(address.value) } : address;

/** Binds a code to the person: for others it is a wrong code. */
const bindingOf = (
  { tenantId, caller }: AccountRequest,
  { address, purpose }: Omit<CodeProof, 'type' | 'isVerified'>,
): Binding => ({
  secret: `account ${tenantId} ${caller.subject}`,
  address,
  purpose,
});

/** Codes are sent to the person's own proven address, or to one that they may set as their new one (attack 31). */
async function choosePurpose(asked: AccountRequest, address: Address, template: TemplateType): Promise<TemplateType> {
  const { app, tenantId, caller } = asked;
  const access = await getAccess(app, tenantId, caller);
  access.requireScope(address.type, address.type);
  const { proven } = await app.tenancy.read(tenantId, (db) => getPerson(db, asked));
  if (proven[address.type] === address.value) {
    return template;
  }
  access.requireEditable(address.type, address.type);
  if (address.type === 'email') {
    const experience = await getSignInExperience(app, tenantId);
    await refuseEmail(experience, address.value);
    // Before a code is sent that could change nothing, see `sensitive.routes.ts`.
    await refuseSsoEmail(asked, experience, proven.email);
    await refuseSsoEmail(asked, experience, address.value);
  }
  return 'BindNewIdentifier';
}

/** Sends a code. The response is the same if another user has the address. */
export async function sendCode(
  asked: AccountRequest,
  given: Address,
  template: TemplateType = 'UserPermissionValidation',
): Promise<{ id: string; proof: CodeProof }> {
  const { app, tenantId, caller, request, languages } = asked;
  const address = normalize(given);
  const purpose = await choosePurpose(asked, address, template);
  const id = await deliverCode(app, tenantId, {
    binding: bindingOf(asked, { address, purpose }),
    ip: request.ip,
    mostSeconds: recordMinutes * 60,
    requestedIn: { applicationId: caller.clientId },
    describe: () =>
      describeMessage(app, tenantId, { languages, applicationId: caller.clientId, person: { id: caller.subject } }),
  });
  return { id, proof: { type: 'Code', address, purpose, isVerified: false } };
}

const mismatches = { email: 'verification_code.email_mismatch', phone: 'verification_code.phone_mismatch' } as const;

/** Marks the record as verified, or throws. Wrong guesses count per address, as in a sign-in (attack 27). */
export async function showCode(
  asked: AccountRequest,
  shown: { id: string; address: Address; code: string },
): Promise<void> {
  const { app, tenantId, caller, languages } = asked;
  const { id, code } = shown;
  const proof = await app.tenancy.read(tenantId, (db) => findRecord(db, caller.subject, id));
  if (proof?.type !== 'Code') {
    throw new AppError('verification_record.not_found');
  }
  const { address } = proof;
  const given = normalize(shown.address);
  if (given.type !== address.type || given.value !== address.value) {
    throw new AppError(mismatches[address.type]);
  }
  const { sentinelPolicy: policy } = await getSignInExperience(app, tenantId);
  const guess = { target: address.value, locks: address, action: 'VerificationCode', policy, languages } as const;
  await throttled(app, tenantId, guess, async () => {
    await verifyCode(app, tenantId, bindingOf(asked, proof), { verificationId: id, code });
    return true;
  });
  await app.tenancy.write(tenantId, (db) => updateRecord(db, caller.subject, id, { ...proof, isVerified: true }));
}
