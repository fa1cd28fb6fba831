import type { Address } from '@postern/contracts/sign-in/sign-in';
import { chosenLanguageOf } from '#features/experience/sign-in-experience';
import { interactionOf, type MfaCodeRecord, type Started } from '#features/sign-in/interaction';
import { type Binding, deliverCode, describeMessage, verifyCode } from '#features/sign-in/verification-codes';
import { AppError } from '#platform/http/errors';
import { guess } from './guess.ts';
import { verifiableFactors } from './judge.ts';
import { getSituation } from './require-factor.ts';
import { getOwnRecord } from './totp.ts';

type AddressType = Address['type'];

const factors = { email: 'EmailVerificationCode', phone: 'PhoneVerificationCode' } as const;
const recordTypes = { email: 'MfaEmailVerificationCode', phone: 'MfaPhoneVerificationCode' } as const;
const mismatches = { email: 'verification_code.email_mismatch', phone: 'verification_code.phone_mismatch' } as const;

const bindingOf = ({ secret }: Started, address: Address): Binding => ({
  secret,
  address,
  purpose: 'MfaVerification',
});

/** The stored address of the identified user: the caller never chooses where the code goes. */
async function getAddress(signIn: Started, type: AddressType): Promise<{ userId: string; address: Address }> {
  const situation = await getSituation(signIn);
  const { userId, holder, settings } = situation;
  if (!settings.mfa.factors.includes(factors[type]) && !verifiableFactors(situation).includes(factors[type])) {
    throw new AppError('session.mfa.mfa_factor_not_enabled');
  }
  const value = type === 'email' ? holder.primaryEmail : holder.primaryPhone;
  if (!value) {
    throw new AppError('session.identifier_not_found', { status: 400 });
  }
  return { userId, address: { type, value } };
}

export async function sendMfaCode(signIn: Started, type: AddressType): Promise<MfaCodeRecord> {
  const { app, tenantId, clientId, languages, uiLocales, organizationId, request } = signIn;
  const { userId, address } = await getAddress(signIn, type);
  const id = await deliverCode(app, tenantId, {
    binding: bindingOf(signIn, address),
    ip: request.ip,
    requestedIn: interactionOf(signIn),
    describe: () =>
      describeMessage(app, tenantId, {
        languages,
        uiLocales,
        chosen: chosenLanguageOf(request.headers.cookie, tenantId),
        applicationId: clientId,
        organizationId,
        person: { id: userId },
      }),
  });
  return { id, type: recordTypes[type], userId, identifier: address, templateType: 'MfaVerification', verified: false };
}

type Shown = { verificationId: string; code: string; identifierType: AddressType };

export async function verifyMfaCode(signIn: Started, { verificationId, code, identifierType }: Shown) {
  const { app, tenantId } = signIn;
  const { userId, address } = await getAddress(signIn, identifierType);
  const record = getOwnRecord(signIn, verificationId, recordTypes[identifierType]);
  // The address may have been changed since.
  if (record.identifier.value !== address.value) {
    throw new AppError(mismatches[identifierType]);
  }
  const factor = factors[identifierType];
  await guess(signIn, { factor, userId, wrong: 'verification_code.code_mismatch' }, async () => {
    await verifyCode(app, tenantId, bindingOf(signIn, address), { verificationId, code });
    return true;
  });
  return { ...record, verified: true };
}
