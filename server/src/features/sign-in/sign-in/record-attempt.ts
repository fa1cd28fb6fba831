import { Identifier, type InteractionEvent } from '@postern/contracts/sign-in/sign-in';
import { interactionKey } from '#features/access/oidc';
import type { CaptchaVerdict } from '#features/experience/captcha-provider';
import { normalizeEmail } from '#features/people/users';
import { type LogOwner, recordLog } from '#features/records/audit';
import { errorBody, toAppError } from '#platform/http';
import { countAttempt } from './count-attempt.ts';
import type { SignIn } from './interaction.ts';
import { viewOf } from './state.ts';

/** Request fields that may be logged. Codes, tokens, passwords and provider responses are excluded. */
const loggedFields = [
  'identifier',
  'verificationId',
  'linkSocialIdentity',
  'interactionEvent',
  'connectorId',
  'redirectUri',
  'type',
];

type Entry = {
  /** The part after `Interaction.{event}`, such as `Verification.Password.Submit`. */
  action: string;
  event: InteractionEvent | undefined;
  request: Record<string, unknown>;
  error?: unknown;
};

function errorOf(error: unknown) {
  const known = toAppError(error);
  return known ? errorBody(known, []) : { message: error instanceof Error ? error.message : String(error) };
}

const whereOf = ({ request, clientId, secret }: SignIn) => ({
  ip: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 512),
  applicationId: clientId,
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

/** The account that the request is about, verified or not: by the given identifier, or by the proof. */
function ownerOf({ state }: SignIn, request: Record<string, unknown>): LogOwner | undefined {
  const record = state?.records.find(({ id }) => id === request.verificationId);
  const { data } = Identifier.safeParse(request.identifier ?? (record && 'identifier' in record && record.identifier));
  return data?.type === 'email' ? { type: 'email', value: normalizeEmail(data.value) } : data;
}

/** Writes an attempt of a sign-in and its result to the audit log, and counts it for the dashboard. */
export function recordAttempt(signIn: SignIn, { action, event, request, error }: Entry): void {
  const { app, tenantId, state } = signIn;
  countAttempt(signIn, { action, verificationId: request.verificationId, error });
  const payload = Object.fromEntries(
    loggedFields.filter((name) => name in request).map((name) => [name, request[name]]),
  );
  recordLog(app, tenantId, {
    owner: ownerOf(signIn, request),
    key: `Interaction.${event ?? state?.event ?? 'SignIn'}.${action}`,
    payload: {
      result: error === undefined ? 'Success' : 'Error',
      ...(error === undefined ? {} : { error: errorOf(error) }),
      ...whereOf(signIn),
      ...(state?.userId ? { userId: state.userId } : {}),
      ...(Object.keys(payload).length > 0 ? { payload } : {}),
      ...(action === 'Submit' && state ? { interaction: viewOf(state) } : {}),
    },
  });
}
