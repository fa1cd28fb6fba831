import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { TemplateType } from '@postern/contracts/messages/email-templates';
import { printMagicLink } from '@postern/contracts/sign-in/magic-link';
import type { Address, InteractionEvent } from '@postern/contracts/sign-in/sign-in';
import { interactionName } from '#features/access/oidc';
import { refuseEmail } from '#features/experience/email-blocklist';
import { chosenLanguageOf, getSignInExperience } from '#features/experience/sign-in-experience';
import { throttled } from '#features/operations/throttle';
import { normalizePhone } from '#features/people/users';
import { type CodeRecord, getRecord, interactionOf, type Started } from '#features/sign-in/interaction';
import { guessTarget } from '#features/sign-in/risk';
import { type Binding, deliverCode, describeMessage, verifyCode } from '#features/sign-in/verification-codes';
import { AppError } from '#platform/http/errors';
import { requireCaptcha } from '../steps/check-captcha.ts';
import { findByAddress, isSignUpIdentifier, requireFree } from './identifiers.ts';
import type { Method } from './method.ts';
import { refuseSsoIdentifier } from './sso/refuse.ts';

type IssuedCode = { verificationId: string; code: string };

const recordTypes = { email: 'EmailVerificationCode', phone: 'PhoneVerificationCode' } as const;

/** The contract has already normalized email addresses. */
const normalize = (address: Address): Address =>
  address.type === 'phone' ? { type: 'phone', value: normalizePhone(address.value) } : address;

const bindingOf = ({ secret }: Started, address: Address, purpose: TemplateType): Binding => ({
  secret,
  address,
  purpose,
});

/** Data of the message besides the code. A new user has no account yet. */
async function describe(signIn: Started, address: Address, event: InteractionEvent, issued: IssuedCode) {
  const { app, tenantId, clientId, languages, uiLocales, organizationId, request, state } = signIn;
  const { userId } = state;
  const owner = event === 'Register' ? undefined : { owns: address };
  return {
    link: printMagicLink(app.endpointOf(tenantId), issued, interactionName(signIn.secret)),
    ...(await describeMessage(app, tenantId, {
      languages,
      uiLocales,
      chosen: chosenLanguageOf(request.headers.cookie, tenantId),
      applicationId: clientId,
      organizationId,
      person: userId === undefined ? owner : { id: userId },
    })),
  };
}

/**
 * Sends a code. Does not check whether an account has this address, so neither the response nor its time reveals it;
 * the account is looked up after the code was verified.
 */
export async function sendCode(signIn: Started, given: Address, event: InteractionEvent): Promise<CodeRecord> {
  const { app, tenantId, state } = signIn;
  const identifier = normalize(given);
  const experience = await getSignInExperience(app, tenantId);
  if (event === 'Register' && identifier.type === 'email') {
    await refuseEmail(experience, identifier.value);
  }
  if (event === 'ForgotPassword' && !state.isLegacy && !resetsBy(experience, recordTypes[identifier.type])) {
    throw new AppError('user.sign_in_method_not_enabled');
  }
  if (!state.userId) {
    await refuseSsoIdentifier(signIn, experience, identifier);
    await requireCaptcha(signIn, experience);
  }
  const id = await deliverCode(app, tenantId, {
    binding: bindingOf(signIn, identifier, event),
    ip: signIn.request.ip,
    ...(state.isLegacy ? {} : { requestedIn: interactionOf(signIn) }),
    describe: (issued) => describe(signIn, identifier, event, issued),
  });
  return {
    id,
    type: recordTypes[identifier.type],
    identifier,
    templateType: event,
    verified: false,
    ...(state.isLegacy ? { isLegacy: true } : {}),
  };
}

const mismatches = { email: 'verification_code.email_mismatch', phone: 'verification_code.phone_mismatch' } as const;

type Shown = { identifier: Address; verificationId: string; code: string };

export async function verifyByCode(signIn: Started, { verificationId, code, ...shown }: Shown): Promise<CodeRecord> {
  const { app, tenantId, state, languages } = signIn;
  const record = getRecord(state, verificationId);
  if (record.type !== 'EmailVerificationCode' && record.type !== 'PhoneVerificationCode') {
    throw new AppError('session.verification_session_not_found');
  }
  const { identifier, templateType } = record;
  const given = normalize(shown.identifier);
  if (given.type !== identifier.type || given.value !== identifier.value) {
    throw new AppError(mismatches[identifier.type]);
  }
  const { sentinelPolicy: policy } = await getSignInExperience(app, tenantId);
  const guesser = await guessTarget(signIn, identifier.value);
  const guess = {
    ...guesser,
    locks: identifier,
    interaction: interactionOf(signIn),
    action: 'VerificationCode',
    policy,
    languages,
  } as const;
  // The code counts from when it was sent: who could read it then must not use it after its user has changed.
  const provenAt = await throttled(app, tenantId, guess, () =>
    verifyCode(app, tenantId, bindingOf(signIn, identifier, templateType), { verificationId, code }),
  );
  return { ...record, verified: true, provenAt };
}

/** Null means that the tenant never configured it: then all codes may reset. */
const resetsBy = ({ forgotPasswordMethods }: SignInExperience, type: CodeRecord['type']): boolean =>
  forgotPasswordMethods === null || forgotPasswordMethods.includes(type);

const mayReset = (experience: SignInExperience, { type, templateType, isLegacy }: CodeRecord): boolean =>
  templateType === 'ForgotPassword' && (isLegacy === true || resetsBy(experience, type));

export const codeMethod: Method<CodeRecord> = {
  isEnabled: (experience, record, event) =>
    event === 'ForgotPassword'
      ? mayReset(experience, record)
      : // A code for a forgotten password does not sign in.
        record.templateType !== 'ForgotPassword' &&
        experience.signIn.methods.some((one) => one.identifier === record.identifier.type && one.verificationCode),
  mayRegister: (experience, { identifier }) => isSignUpIdentifier(experience, identifier.type),
  find: (signIn, { identifier }) => findByAddress(signIn, identifier),
  async propose(signIn, { identifier, templateType }, experience) {
    if (templateType === 'ForgotPassword') {
      throw new AppError('session.verification_failed');
    }
    if (identifier.type === 'email') {
      await refuseEmail(experience, identifier.value);
    }
    await requireFree(signIn, identifier);
    return identifier.type === 'email' ? { primaryEmail: identifier.value } : { primaryPhone: identifier.value };
  },
};
