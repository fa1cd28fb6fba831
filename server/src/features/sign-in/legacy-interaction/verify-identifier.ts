import type { ErrorCode } from '@postern/contracts/errors';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { LegacyIdentifier } from '@postern/contracts/sign-in/legacy-interaction';
import { type Address, type InteractionEvent, signInApi } from '@postern/contracts/sign-in/sign-in';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { socialConnector } from '#features/messages/connectors';
import { normalizePhone } from '#features/people/users';
import { isProven, requireStarted, type SignIn, type Started } from '#features/sign-in/interaction';
import { isSignUpIdentifier, refuseSsoIdentifier, reloadSignIn, takeStep } from '#features/sign-in/sign-in';
import { AppError } from '#platform/http/errors';

type Claim = { type: 'username' | 'email' | 'phone'; value: string };
type By = 'password' | 'verificationCode';

/** At sign-in, a code may also prove an address that the account lacks. */
function isEnabled(experience: SignInExperience, event: InteractionEvent, type: Claim['type'], by: By): boolean {
  if (event === 'ForgotPassword') {
    // This API is older than the setting for the methods.
    return true;
  }
  const signsIn = experience.signIn.methods.some((one) => one.identifier === type && one[by]);
  const signsUp = by === 'verificationCode' && isSignUpIdentifier(experience, type);
  return event === 'Register' ? signsUp : signsIn || signsUp;
}

async function requireEnabled({ app, tenantId, state }: Started, type: Claim['type'], by: By): Promise<void> {
  if (by === 'password' && state.event === 'ForgotPassword') {
    throw new AppError('session.not_supported_for_forgot_password');
  }
  if (!isEnabled(await getSignInExperience(app, tenantId), state.event, type, by)) {
    throw new AppError('user.sign_in_method_not_enabled');
  }
}

async function verifyPassword(started: Started, identifier: Claim, password: string): Promise<void> {
  await requireEnabled(started, identifier.type, 'password');
  await takeStep(started, signInApi.verifyPassword, { body: { identifier, password } });
}

const codeRecords = { email: 'EmailVerificationCode', phone: 'PhoneVerificationCode' } as const;

async function verifyCode(started: Started, identifier: Address, code: string): Promise<void> {
  await requireEnabled(started, identifier.type, 'verificationCode');
  const record = started.state.records.find(({ type }) => type === codeRecords[identifier.type]);
  if (!record) {
    throw new AppError('verification_code.not_found');
  }
  await takeStep(started, signInApi.verifyCode, { body: { identifier, verificationId: record.id, code } });
}

const findSocial = ({ state }: Started, connectorId: string) =>
  state.records.find((record) => record.type === 'Social' && record.connectorId === connectorId);

function refuseReset({ state }: Started): void {
  if (state.event === 'ForgotPassword') {
    throw new AppError('session.not_supported_for_forgot_password');
  }
}

/** Throws for connectors that do not exist or are not social. */
export async function requireSocial(started: Started, connectorId: string): Promise<void> {
  refuseReset(started);
  await socialConnector(started.app, started.tenantId, connectorId);
}

const isCode = (error: unknown, ...codes: ErrorCode[]) => error instanceof AppError && codes.includes(error.code);

/** The profile may name a connector of another type: the last step refuses it, because nothing is proven by it. */
export async function requireConnector(started: Started, connectorId: string): Promise<void> {
  try {
    await requireSocial(started, connectorId);
  } catch (error) {
    if (!isCode(error, 'connector.unexpected_type')) {
      throw error;
    }
  }
}

async function verifySocial(started: Started, connectorId: string, connectorData: Record<string, unknown>) {
  try {
    await requireSocial(started, connectorId);
  } catch (error) {
    throw isCode(error, 'entity.not_found', 'connector.unexpected_type')
      ? new AppError('session.invalid_connector_id', { values: { connectorId } })
      : error;
  }
  const verificationId = findSocial(started, connectorId)?.id;
  try {
    await takeStep(started, signInApi.verifySocial, {
      params: { connectorId },
      body: { connectorData, ...(verificationId ? { verificationId } : {}) },
    });
  } catch (error) {
    const isMissing = isCode(error, 'session.verification_session_not_found');
    throw isMissing ? new AppError('session.connector_validation_session_not_found') : error;
  }
}

/** Links the identity to the account with this address, which the provider has verified. */
async function linkSocial(started: Started, connectorId: string, given: Address): Promise<void> {
  refuseReset(started);
  const record = findSocial(started, connectorId);
  if (!record || !isProven(record)) {
    throw new AppError('session.connector_session_not_found');
  }
  const value = given.type === 'phone' ? normalizePhone(given.value) : given.value;
  const isChosen = (one: Address) => one.type === given.type && one.value === value;
  if (record.type !== 'Social' || !record.verifiedAddresses?.some(isChosen)) {
    throw new AppError('session.verification_failed');
  }
  await started.save((fresh) => ({
    ...fresh,
    deferred: { profile: {}, ...fresh.deferred, linksFrom: connectorId },
    // The account is found by the chosen address only, not by other addresses of the provider.
    records: fresh.records.map((one) =>
      one.id === record.id && one.type === 'Social'
        ? { ...one, verifiedAddresses: one.verifiedAddresses?.filter(isChosen) }
        : one,
    ),
  }));
}

/** Verifies an identifier with its step. The proof is stored in the sign-in until the last step. */
export async function verifyIdentifier(signIn: SignIn, identifier: LegacyIdentifier): Promise<void> {
  const started = requireStarted(await reloadSignIn(signIn));
  if ('email' in identifier) {
    const experience = await getSignInExperience(started.app, started.tenantId);
    await refuseSsoIdentifier(started, experience, { type: 'email', value: identifier.email });
  }
  if ('connectorData' in identifier) {
    return verifySocial(started, identifier.connectorId, identifier.connectorData);
  }
  if ('connectorId' in identifier) {
    const address: Address =
      'email' in identifier ? { type: 'email', value: identifier.email } : { type: 'phone', value: identifier.phone };
    return linkSocial(started, identifier.connectorId, address);
  }
  if ('verificationCode' in identifier) {
    const { verificationCode } = identifier;
    return 'email' in identifier
      ? verifyCode(started, { type: 'email', value: identifier.email }, verificationCode)
      : verifyCode(started, { type: 'phone', value: identifier.phone }, verificationCode);
  }
  const { password } = identifier;
  if ('username' in identifier) {
    return verifyPassword(started, { type: 'username', value: identifier.username }, password);
  }
  return 'email' in identifier
    ? verifyPassword(started, { type: 'email', value: identifier.email }, password)
    : verifyPassword(started, { type: 'phone', value: identifier.phone }, password);
}
