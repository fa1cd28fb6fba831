import type { AnyEndpoint, BodyOf, ResponseOf } from '@postern/contracts/endpoint';
import { signInApi } from '@postern/contracts/sign-in';
import { getSignInExperience } from '#features/sign-in-experience';
import { AppError } from '#platform/errors';
import { requireStarted, type SignIn, type VerificationRecord, withoutSecrets, withRecord } from './interaction.ts';
import { proposeIdentity, verifyByPassword } from './methods/password/index.ts';
import { addProfile } from './steps/add-profile.ts';
import { identify, requireMode } from './steps/identify.ts';
import { submit } from './steps/submit.ts';

type Result<E> = { status?: number; body?: ResponseOf<E> };
export type Step<E extends AnyEndpoint = AnyEndpoint> = {
  contract: E;
  run(signIn: SignIn, body: BodyOf<E>): Promise<Result<E>>;
};

const step = <E extends AnyEndpoint>(contract: E, run: Step<E>['run']): Step => ({ contract, run }) as Step;

async function keep(signIn: SignIn, record: VerificationRecord) {
  const { state } = requireStarted(signIn);
  await signIn.save(withRecord(state, record));
  return { body: { verificationId: record.id } };
}

/** The sign-in as a table: which call does what, in the order in which a person meets them. */
export const flow: Step[] = [
  step(signInApi.start, async (signIn, { interactionEvent }) => {
    await signIn.save({ event: interactionEvent, profile: {}, records: [] });
    return {};
  }),
  step(signInApi.changeEvent, async (signIn, { interactionEvent }) => {
    const { state, app, tenantId } = requireStarted(signIn);
    const isReset = state.event === 'ForgotPassword' || interactionEvent === 'ForgotPassword';
    if (isReset && state.event !== interactionEvent) {
      throw new AppError('session.not_supported_for_forgot_password');
    }
    requireMode(await getSignInExperience(app, tenantId), interactionEvent);
    if (state.event !== interactionEvent) {
      await signIn.save({ ...state, event: interactionEvent, profile: {} });
    }
    return {};
  }),
  step(signInApi.verifyPassword, async (signIn, { identifier, password }) =>
    keep(signIn, await verifyByPassword(requireStarted(signIn), identifier, password)),
  ),
  step(signInApi.newPasswordIdentity, async (signIn, { identifier, password }) =>
    keep(signIn, await proposeIdentity(requireStarted(signIn), identifier.value, password)),
  ),
  step(signInApi.addProfile, async (signIn, detail) => {
    await addProfile(requireStarted(signIn), detail);
    return {};
  }),
  step(signInApi.identify, async (signIn, { verificationId }) => ({
    status: (await identify(requireStarted(signIn), verificationId)) ? 201 : 204,
  })),
  step(signInApi.submit, async (signIn) => ({ body: await submit(requireStarted(signIn)) })),
  step(signInApi.interaction, async (signIn) => {
    const { event, userId, profile, records } = requireStarted(signIn).state;
    const { username } = profile;
    return {
      body: {
        interactionEvent: event,
        ...(userId ? { userId } : {}),
        profile: username ? { username } : {},
        verificationRecords: records.map(withoutSecrets),
      },
    };
  }),
];
