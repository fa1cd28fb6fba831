import type { AnyEndpoint, BodyOf, ParamsOf } from '@postern/contracts/endpoint';
import { InteractionEvent } from '@postern/contracts/sign-in/sign-in';
import { loadSignIn, type PendingProfile, recordAttempt, type SignIn } from '#features/sign-in/interaction';
import { flow, type Step } from './flow.ts';

type Values = Record<string, unknown> | undefined;

/** Writes the attempt to the audit log, whether it succeeds or fails. */
export async function withAttemptRecord<T>(
  signIn: SignIn,
  { action, event, request }: { action: string; event?: InteractionEvent; request: Record<string, unknown> },
  work: () => Promise<T>,
  loggedOf?: (result: T) => Record<string, unknown> | undefined,
): Promise<T> {
  const entry = { action, event, request };
  let result: T;
  try {
    result = await work();
  } catch (error) {
    recordAttempt(signIn, { ...entry, error });
    throw error;
  }
  recordAttempt(signIn, { ...entry, logged: loggedOf?.(result) });
  return result;
}

export function runStep(signIn: SignIn, { action, run }: Step, { body, params }: { body: Values; params: Values }) {
  const work = () => run(signIn, { body, params });
  if (action === undefined) {
    return work();
  }
  const isStart = action === 'Create' || action === 'Update';
  const entry = {
    action: typeof action === 'function' ? action(body) : action,
    event: isStart ? InteractionEvent.safeParse(body?.interactionEvent).data : undefined,
    request: { ...body, ...params },
  };
  return withAttemptRecord(signIn, entry, work, ({ logged }) => logged);
}

/** The stored sign-in of the same request. */
export const reloadSignIn = ({ app, tenantId, request, reply, languages }: SignIn): Promise<SignIn> =>
  loadSignIn(app, tenantId, request, reply, languages);

type StepInput<E> = {
  body?: BodyOf<E>;
  params?: ParamsOf<E>;
  /** Details for the pending profile of the step. They are not saved, which avoids a write that could conflict. */
  profile?: PendingProfile;
};

/** Runs a step of the flow outside of its own route, on the stored state. */
export async function takeStep<E extends AnyEndpoint>(
  signIn: SignIn,
  contract: E,
  { body, params, profile }: StepInput<E> = {},
) {
  const step = flow.find((one) => one.contract === contract);
  if (!step) {
    throw new Error(`${contract.path} is no step of the sign-in.`);
  }
  const fresh = await reloadSignIn(signIn);
  const state = fresh.state && profile ? { ...fresh.state, profile } : fresh.state;
  return runStep({ ...fresh, state }, step, { body, params });
}
