import { signInApi } from '@postern/contracts/sign-in/sign-in';
import { normalizePhone } from '#features/people/users';
import {
  type Deferred,
  isProven,
  requireStarted,
  type SignIn,
  type Started,
  type VerificationRecord,
} from '#features/sign-in/interaction';
import { type Detail, gatherDetails, reloadSignIn, requireFree, takeStep } from '#features/sign-in/sign-in';
import { AppError } from '#platform/http/errors';

const namingTypes: VerificationRecord['type'][] = [
  'Password',
  'EmailVerificationCode',
  'PhoneVerificationCode',
  'Social',
];

type Profile = Deferred['profile'];

const phoneOf = ({ phone }: Profile) => (phone === undefined ? undefined : normalizePhone(phone));

const profileOf = ({ state }: Started): Profile => state.deferred?.profile ?? {};

/** Whether a record proves a field of the profile. Such a record does not identify the user: the account lacks it. */
function provesDetail(profile: Profile, record: VerificationRecord): boolean {
  switch (record.type) {
    case 'EmailVerificationCode':
      return record.identifier.value === profile.email;
    case 'PhoneVerificationCode':
      return record.identifier.value === phoneOf(profile);
    case 'Social':
      return record.connectorId === profile.connectorId;
    default:
      return false;
  }
}

/** Identifies the user by all proofs of this sign-in, which must identify the same user. */
export async function namePerson(signIn: SignIn): Promise<Started> {
  const started = requireStarted(await reloadSignIn(signIn));
  const { deferred, records } = started.state;
  /** An identity that is to be linked to the account with its address identifies the owner, also if the profile names it. */
  const isLinking = (record: VerificationRecord) =>
    record.type === 'Social' && record.connectorId === deferred?.linksFrom;
  const naming = records.filter(
    (record) =>
      namingTypes.includes(record.type) &&
      isProven(record) &&
      (isLinking(record) || !provesDetail(profileOf(started), record)),
  );
  for (const record of naming) {
    const links = isLinking(record);
    await takeStep(signIn, signInApi.identify, {
      body: { verificationId: record.id, ...(links ? { linkSocialIdentity: true } : {}) },
    });
  }
  return requireStarted(await reloadSignIn(signIn));
}

const findProof = (started: Started, type: VerificationRecord['type']) =>
  started.state.records.find(
    (record) => record.type === type && isProven(record) && provesDetail(profileOf(started), record),
  );

function socialProof(started: Started): VerificationRecord | undefined {
  const proof = findProof(started, 'Social');
  if (profileOf(started).connectorId !== undefined && !proof) {
    throw new AppError('session.connector_session_not_found', { status: 404 });
  }
  return proof;
}

/** An address of the profile with its proof: a code or, for a new user, the verified address of the provider. */
async function addressDetail(started: Started, type: 'email' | 'phone', value: string): Promise<Detail[]> {
  const record = findProof(started, type === 'email' ? 'EmailVerificationCode' : 'PhoneVerificationCode');
  if (record) {
    return [{ type, verificationId: record.id }];
  }
  const social = started.state.event === 'Register' ? socialProof(started) : undefined;
  const isVouched =
    social?.type === 'Social' && social.verifiedAddresses?.some((one) => one.type === type && one.value === value);
  if (!isVouched) {
    throw new AppError('session.verification_failed');
  }
  // Registering with the provider adds the address, unless another account has it.
  await requireFree(started, { type, value });
  return [];
}

async function detailsOf(started: Started): Promise<Detail[]> {
  const { username, email, password } = profileOf(started);
  const phone = phoneOf(profileOf(started));
  return [
    ...(username === undefined ? [] : [{ type: 'username' as const, value: username }]),
    ...(email === undefined ? [] : await addressDetail(started, 'email', email)),
    ...(phone === undefined ? [] : await addressDetail(started, 'phone', phone)),
    ...(password === undefined ? [] : [{ type: 'password' as const, hashed: password }]),
  ];
}

/** Compares the details with the account, not with additions of an earlier submit. */
const withoutProfile = (started: Started): Started => ({ ...started, state: { ...started.state, profile: {} } });

/** The new password of a reset, whose faults are reported here. */
async function applyNewPassword(started: Started): Promise<void> {
  const {
    userId,
    deferred: {
      profile: { password },
      resets,
    } = { profile: {} },
  } = started.state;
  if (!password) {
    return;
  }
  if (resets?.userId !== userId) {
    // It was compared with the password of nobody, or of another account.
    throw new AppError('session.verification_failed');
  }
  if (resets?.isSame) {
    throw new AppError('user.same_password');
  }
  await started.save((fresh) => ({ ...fresh, profile: { ...fresh.profile, password } }));
}

async function completePerson(signIn: SignIn): Promise<void> {
  const started = await namePerson(signIn);
  if (!started.state.userId) {
    return;
  }
  if (started.state.event === 'ForgotPassword') {
    return applyNewPassword(started);
  }
  const social = socialProof(started);
  const details = await detailsOf(started);
  const added = await gatherDetails(withoutProfile(started), [
    ...details,
    ...(social ? [{ type: 'social' as const, verificationId: social.id }] : []),
  ]);
  if (Object.keys(added).length > 0) {
    await started.save((fresh) => ({ ...fresh, profile: { ...fresh.profile, ...added } }));
  }
}

async function createPerson(started: Started): Promise<void> {
  const { beginning } = started.state;
  try {
    const social = socialProof(started);
    const profile = await gatherDetails(withoutProfile(started), await detailsOf(started));
    await takeStep(started, signInApi.identify, { body: social ? { verificationId: social.id } : {}, profile });
  } catch (error) {
    const fresh = await started.reload();
    // In a second submit the identifiers are taken by the account of the first one.
    if (fresh?.beginning !== beginning || !fresh.isNew) {
      throw error;
    }
  }
}

/** Applies the collected data, so that the last step finds a complete user. */
export async function applyGathered(signIn: SignIn): Promise<void> {
  const started = requireStarted(signIn);
  const { event, isNew } = started.state;
  if (isNew) {
    return;
  }
  await (event === 'Register' ? createPerson(started) : completePerson(signIn));
}
