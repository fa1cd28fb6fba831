import type { AnyEndpoint, BodyOf, ParamsOf, ResponseOf } from '@postern/contracts/endpoint';
import { factorsApi } from '@postern/contracts/sign-in/factors';
import { type Address, signInApi } from '@postern/contracts/sign-in/sign-in';
import {
  addSignInPasskey,
  askForPasskey,
  askForPasskeyOf,
  askForSignInPasskey,
  createBackupCodes,
  createPasskey,
  createTotp,
  enableFactors,
  preflightSignInPasskey,
  sendMfaCode,
  skipFactors,
  skipPasskey,
  skipSuggestion,
  trustDevice,
  verifyBackupCode,
  verifyMfaCode,
  verifyNewPasskey,
  verifyPasskey,
  verifySignInPasskey,
  verifyTemporaryCode,
  verifyTotp,
} from '#features/sign-in/factors';
import {
  requireStarted,
  type SignIn,
  signInContextOf,
  type VerificationRecord,
  viewOf,
  withRecord,
} from '#features/sign-in/interaction';
import { AppError } from '#platform/http/errors';
import { sendCode, verifyByCode } from './methods/code.ts';
import { verifyByToken } from './methods/one-time-token.ts';
import { proposeIdentity, verifyByPassword } from './methods/password.ts';
import { authorizationUri, verifyBySocial } from './methods/social/index.ts';
import { ssoAuthorizationUri, verifyBySso } from './methods/sso/index.ts';
import { addProfile, setPassword } from './steps/add-profile.ts';
import { bindFactor } from './steps/bind-factor.ts';
import { checkCaptcha } from './steps/check-captcha.ts';
import { changeEvent, identify } from './steps/identify.ts';
import { requireOpen } from './steps/require-allowed.ts';
import { submit } from './steps/submit.ts';

type Input<E> = { body: BodyOf<E>; params: ParamsOf<E> };
/** `logged` contains further details for the audit log. */
type Result<E> = { status?: number; body?: ResponseOf<E>; logged?: Record<string, unknown> };
type Action<E> = string | ((body: BodyOf<E>) => string);

export type Step<E extends AnyEndpoint = AnyEndpoint> = {
  contract: E;
  /** The action in the audit log; undefined for read-only steps. */
  action: Action<E> | undefined;
  run(signIn: SignIn, input: Input<E>): Promise<Result<E>>;
};

const step = <E extends AnyEndpoint>(contract: E, action: Step<E>['action'], run: Step<E>['run']): Step =>
  // Stored in one list with the others; `routes.ts` passes each the body that its own contract has parsed.
  ({ contract, action, run }) as Step;

/** A second click with the same password returns the proof of the first, so that either can be used. */
const isTwin = (one: VerificationRecord, two: VerificationRecord) =>
  one.type === 'Password' &&
  two.type === 'Password' &&
  one.userId === two.userId &&
  one.epoch === two.epoch &&
  one.identifier.value === two.identifier.value;

async function save(signIn: SignIn, record: VerificationRecord) {
  let verificationId = record.id;
  await signIn.save((state) => {
    verificationId = state.records.find((one) => isTwin(one, record))?.id ?? record.id;
    return verificationId === record.id ? withRecord(state, record) : state;
  });
  return { verificationId };
}

/** The request from before the sign-in began is used up too. */
async function savePasskey(signIn: SignIn, record: VerificationRecord) {
  await signIn.save((state) => ({ ...withRecord(state, record), preflight: undefined }));
  return { verificationId: record.id };
}

type FactorRecord = Extract<VerificationRecord, { userId: string }>;

/** Stores the record of a verified second factor, and that this user has verified one. */
async function saveFactor(signIn: SignIn, record: FactorRecord) {
  await signIn.save((state) => {
    if (state.userId !== record.userId) {
      throw new AppError('session.identity_conflict');
    }
    const verifiedFactor = { userId: record.userId, type: record.type, at: Date.now() };
    return { ...withRecord(state, record), verifiedFactor };
  });
  return { verificationId: record.id };
}

const mfaCodeAction = (what: string) => (body: { identifierType: Address['type'] }) =>
  `Verification.Mfa${body.identifierType === 'email' ? 'Email' : 'Phone'}VerificationCode.${what}`;

const codeAction = (what: string) => (body: { identifier: Address }) =>
  `Verification.${body.identifier.type === 'email' ? 'Email' : 'Phone'}VerificationCode.${what}`;

/** Second factors and passkeys. */
const factorSteps: Step[] = [
  step(factorsApi.preflightSignInPasskey, 'Verification.SignInPasskey.Create', async (signIn) => ({
    body: await preflightSignInPasskey(signIn),
  })),
  step(
    factorsApi.askForSignInPasskey,
    'Verification.SignInPasskey.Create',
    async (signIn, { body: { identifier } }) => {
      const started = requireStarted(signIn);
      const { record, authenticationOptions } = identifier
        ? await askForPasskeyOf(started, identifier)
        : await askForSignInPasskey(started);
      return { body: { ...(await save(signIn, record)), authenticationOptions } };
    },
  ),
  step(factorsApi.verifySignInPasskey, 'Verification.SignInPasskey.Submit', async (signIn, { body }) => ({
    body: await savePasskey(
      signIn,
      await verifySignInPasskey(requireStarted(signIn), body.verificationId, body.payload),
    ),
  })),
  step(factorsApi.sendCode, mfaCodeAction('Create'), async (signIn, { body }) => ({
    body: await save(signIn, await sendMfaCode(requireStarted(signIn), body.identifierType)),
  })),
  step(factorsApi.verifyCode, mfaCodeAction('Submit'), async (signIn, { body }) => ({
    body: await saveFactor(signIn, await verifyMfaCode(requireStarted(signIn), body)),
  })),
  step(factorsApi.createTotp, 'Verification.Totp.Create', async (signIn) => {
    const { record, drawn } = await createTotp(requireStarted(signIn));
    return { body: { ...(await save(signIn, record)), ...drawn } };
  }),
  step(factorsApi.verifyTotp, 'Verification.Totp.Submit', async (signIn, { body }) => {
    const { record, isFactor } = await verifyTotp(requireStarted(signIn), body);
    return { body: await (isFactor ? saveFactor : save)(signIn, record) };
  }),
  step(factorsApi.createPasskey, 'Verification.WebAuthn.Create', async (signIn) => {
    const { record, registrationOptions } = await createPasskey(requireStarted(signIn));
    return { body: { ...(await save(signIn, record)), registrationOptions } };
  }),
  step(factorsApi.verifyNewPasskey, 'Verification.WebAuthn.Submit', async (signIn, { body }) => ({
    body: await save(signIn, await verifyNewPasskey(requireStarted(signIn), body.verificationId, body.payload)),
  })),
  step(factorsApi.askForPasskey, 'Verification.WebAuthn.Create', async (signIn) => {
    const { record, authenticationOptions } = await askForPasskey(requireStarted(signIn));
    return { body: { ...(await save(signIn, record)), authenticationOptions } };
  }),
  step(factorsApi.verifyPasskey, 'Verification.WebAuthn.Submit', async (signIn, { body }) => ({
    body: await saveFactor(signIn, await verifyPasskey(requireStarted(signIn), body.verificationId, body.payload)),
  })),
  step(factorsApi.createBackupCodes, 'Verification.BackupCode.Create', async (signIn) => {
    const { record, codes } = await createBackupCodes(requireStarted(signIn));
    return { body: { ...(await save(signIn, record)), codes } };
  }),
  step(factorsApi.verifyBackupCode, 'Verification.BackupCode.Submit', async (signIn, { body }) => ({
    body: await saveFactor(signIn, await verifyBackupCode(requireStarted(signIn), body.code)),
  })),
  step(factorsApi.verifyTemporaryCode, 'Verification.TemporaryCode.Submit', async (signIn, { body }) => ({
    body: await saveFactor(signIn, await verifyTemporaryCode(requireStarted(signIn), body.code)),
  })),
  step(
    factorsApi.bind,
    ({ type }) => `BindMfa.${type}.Submit`,
    async (signIn, { body }) => {
      await bindFactor(requireStarted(signIn), body.type, body.verificationId);
      return {};
    },
  ),
  step(factorsApi.bindSignInPasskey, 'SignInPasskey.Submit', async (signIn, { body }) => {
    await addSignInPasskey(requireStarted(signIn), body.verificationId);
    return {};
  }),
  step(factorsApi.enable, 'Profile.Update', async (signIn) => {
    await enableFactors(requireStarted(signIn));
    return {};
  }),
  step(factorsApi.skip, 'Profile.Update', async (signIn) => {
    await skipFactors(requireStarted(signIn));
    return {};
  }),
  step(factorsApi.skipSuggestion, 'Profile.Update', async (signIn) => {
    await skipSuggestion(requireStarted(signIn));
    return {};
  }),
  step(factorsApi.trustDevice, 'Profile.Update', async (signIn) => {
    await trustDevice(requireStarted(signIn));
    return {};
  }),
  step(factorsApi.skipPasskey, 'Profile.Update', async (signIn, { body }) => {
    await skipPasskey(requireStarted(signIn), body.never);
    return {};
  }),
];

/** The sign-in as a table of calls, in the order in which users encounter them. */
export const flow: Step[] = [
  step(signInApi.start, 'Create', async (signIn, { body }) => {
    await signIn.begin(body.interactionEvent, await checkCaptcha(signIn, body.captchaToken));
    return {};
  }),
  step(signInApi.changeEvent, 'Update', async (signIn, { body }) => {
    await changeEvent(requireStarted(signIn), body.interactionEvent);
    return {};
  }),

  step(signInApi.verifyPassword, 'Verification.Password.Submit', async (signIn, { body }) => ({
    body: await save(signIn, await verifyByPassword(requireStarted(signIn), body.identifier, body.password)),
  })),
  step(signInApi.sendCode, codeAction('Create'), async (signIn, { body }) => ({
    body: await save(signIn, await sendCode(requireStarted(signIn), body.identifier, body.interactionEvent)),
  })),
  step(signInApi.verifyCode, codeAction('Submit'), async (signIn, { body }) => ({
    body: await save(signIn, await verifyByCode(requireStarted(signIn), body)),
  })),
  step(signInApi.socialAuthorizationUri, 'Verification.Social.Create', async (signIn, { params, body }) => {
    const { record, uri } = await authorizationUri(requireStarted(signIn), params.connectorId, body);
    return { body: { ...(await save(signIn, record)), authorizationUri: uri } };
  }),
  step(signInApi.verifySocial, 'Verification.Social.Submit', async (signIn, { params, body }) => ({
    body: await save(signIn, await verifyBySocial(requireStarted(signIn), params.connectorId, body)),
  })),
  step(signInApi.ssoAuthorizationUri, 'Verification.EnterpriseSso.Create', async (signIn, { params, body }) => {
    const { record, uri } = await ssoAuthorizationUri(requireStarted(signIn), params.connectorId, body);
    return { body: { ...(await save(signIn, record)), authorizationUri: uri } };
  }),
  step(signInApi.verifySso, 'Verification.EnterpriseSso.Submit', async (signIn, { params, body }) => ({
    body: await save(signIn, await verifyBySso(requireStarted(signIn), params.connectorId, body)),
  })),
  step(signInApi.verifyOneTimeToken, 'Verification.OneTimeToken.Submit', async (signIn, { body }) => ({
    body: await save(signIn, await verifyByToken(requireStarted(signIn), body.identifier.value, body.token)),
  })),
  step(signInApi.newPasswordIdentity, 'Verification.NewPasswordIdentity.Submit', async (signIn, { body }) => {
    const started = requireStarted(signIn);
    await requireOpen(started);
    return { body: await save(signIn, await proposeIdentity(started, body.identifier.value, body.password)) };
  }),

  ...factorSteps,
  step(signInApi.addProfile, 'Profile.Update', async (signIn, { body }) => {
    const { name, avatar } = await addProfile(requireStarted(signIn), body);
    return body.type === 'social' && (name || avatar) ? { logged: { syncedProfile: { name, avatar } } } : {};
  }),
  step(signInApi.setPassword, 'Profile.Update', async (signIn, { body }) => {
    await setPassword(requireStarted(signIn), body.password);
    return {};
  }),
  step(signInApi.identify, 'Identifier.Submit', async (signIn, { body }) => {
    const created = await identify(requireStarted(signIn), body);
    return created ? { status: 201, logged: { userId: created.id, user: created } } : { status: 204 };
  }),
  step(signInApi.submit, 'Submit', async (signIn) => {
    // A second submit finds the sign-in finished and returns the same redirect.
    const { finishedTo } = signIn;
    const body = finishedTo ? { redirectTo: finishedTo } : await submit(requireStarted(signIn));
    return { body, status: body ? 200 : 204 };
  }),
  step(signInApi.interaction, undefined, async (signIn) => {
    const signInContext = signInContextOf(signIn);
    return { body: { ...viewOf(requireStarted(signIn).state), ...(signInContext ? { signInContext } : {}) } };
  }),
];
