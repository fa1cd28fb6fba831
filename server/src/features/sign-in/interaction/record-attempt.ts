import { Identifier, type InteractionEvent } from '@postern/contracts/sign-in/sign-in';
import { interactionKey } from '#features/access/oidc';
import type { CaptchaVerdict } from '#features/experience/captcha-provider';
import { normalizeEmail } from '#features/people/users';
import { type LogOwner, recordLog } from '#features/records/audit';
import { errorBody, toAppError } from '#platform/http/http';
import { signInContextOf as contextIn } from '#platform/http/injected-headers';
import { countAttempt } from './count-attempt.ts';
import type { SignIn } from './interaction.ts';
import { viewOf, withoutSecrets } from './state.ts';

/** Request fields that may be logged. */
const loggedFields = [
  'identifier',
  'verificationId',
  'linkSocialIdentity',
  'interactionEvent',
  'connectorId',
  'redirectUri',
  'type',
  'value',
  'values',
  'username',
  'email',
  'phone',
  'identifierType',
];
/** Request fields whose presence is logged, but not their value. */
const maskedFields = ['code', 'token', 'password', 'connectorData', 'state'];

type Entry = {
  /** The part after `Interaction.{event}`, such as `Verification.Password.Submit`. */
  action: string;
  event: InteractionEvent | undefined;
  request: Record<string, unknown>;
  error?: unknown;
  /** Further details of a successful step. */
  logged?: Record<string, unknown> | undefined;
};

function errorOf(error: unknown) {
  const known = toAppError(error);
  return known ? errorBody(known, []) : { message: error instanceof Error ? error.message : String(error) };
}

const mask = '******';

function requestOf(request: Record<string, unknown>): Record<string, unknown> {
  const shown = Object.entries(request).flatMap(([name, value]): [string, unknown][] => {
    if (maskedFields.includes(name)) {
      return value === undefined ? [] : [[name, mask]];
    }
    return loggedFields.includes(name) ? [[name, value]] : [];
  });
  // A profile field of the type password has its plain text as value.
  return { ...Object.fromEntries(shown), ...(request.type === 'password' ? { value: mask } : {}) };
}

/** What a trusted proxy says about the request; undefined if nothing. */
export function signInContextOf({ app, request }: SignIn): Record<string, string> | undefined {
  return contextIn(app.config, request.raw).signInContext;
}

const whereOf = (signIn: SignIn) => ({ ...placeOf(signIn), signInContext: signInContextOf(signIn) });

const placeOf = ({ request, clientId, organizationId, secret }: SignIn) => ({
  ip: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 512),
  applicationId: clientId,
  ...(organizationId ? { organizationId } : {}),
  sessionId: interactionKey(secret),
});

/** The sign-in in which an event happens. The session id is the one of the log entries. */
export const interactionOf = ({ clientId, secret, state }: SignIn) => ({
  applicationId: clientId,
  sessionId: interactionKey(secret),
  interactionEvent: state?.event,
});

/** Writes the response of the captcha provider to the audit log. */
export function recordCaptchaVerdict(signIn: SignIn, verdict: CaptchaVerdict): void {
  recordLog(signIn.app, signIn.tenantId, {
    key: 'Interaction.Create.Captcha',
    payload: { result: verdict.success ? 'Success' : 'Error', ...whereOf(signIn), ...verdict },
  });
}

const recordOf = ({ state }: SignIn, request: Record<string, unknown>) =>
  state?.records.find(({ id }) => id === request.verificationId);

/** The account that the request is about, verified or not: by the given identifier, or by the proof. */
function ownerOf(signIn: SignIn, request: Record<string, unknown>): LogOwner | undefined {
  const record = recordOf(signIn, request);
  const { data } = Identifier.safeParse(request.identifier ?? (record && 'identifier' in record && record.identifier));
  return data?.type === 'email' ? { type: 'email', value: normalizeEmail(data.value) } : data;
}

/** The actions that refer to a proof of an earlier step. */
const usesProof = (action: string) =>
  action === 'Identifier.Submit' || action.startsWith('Profile.') || action.startsWith('BindMfa.');

/** Writes an attempt of a sign-in and its result to the audit log, and counts it for the dashboard. */
export function recordAttempt(signIn: SignIn, { action, event, request, error, logged }: Entry): void {
  const { app, tenantId, state } = signIn;
  countAttempt(signIn, { action, verificationId: request.verificationId, error });
  const payload = requestOf(request);
  const proof = usesProof(action) ? recordOf(signIn, request) : undefined;
  recordLog(app, tenantId, {
    owner: ownerOf(signIn, request),
    key: `Interaction.${event ?? state?.event ?? 'SignIn'}.${action}`,
    payload: {
      result: error === undefined ? 'Success' : 'Error',
      ...(error === undefined ? {} : { error: errorOf(error) }),
      ...whereOf(signIn),
      ...(state?.userId ? { userId: state.userId } : {}),
      ...(Object.keys(payload).length > 0 ? { payload } : {}),
      ...(action === 'Update' && event ? { interactionEvent: event } : {}),
      ...(proof ? { verification: withoutSecrets(proof) } : {}),
      ...(state ? { interaction: viewOf(state) } : {}),
      ...signIn.notes,
      ...logged,
    },
  });
}
