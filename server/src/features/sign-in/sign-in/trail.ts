import { Identifier, type InteractionEvent } from '@postern/contracts/sign-in/sign-in';
import { interactionKey } from '#features/access/oidc';
import type { CaptchaVerdict } from '#features/experience/captcha-provider';
import { normalizeEmail } from '#features/people/users';
import { type LogOwner, recordLog } from '#features/records/audit';
import { errorBody, toAppError } from '#platform/http';
import { viewOf } from './gather.ts';
import type { SignIn } from './interaction.ts';

/** What of a request may be told. Codes, tokens, passwords and answers of providers are not among it. */
const told = [
  'identifier',
  'verificationId',
  'linkSocialIdentity',
  'interactionEvent',
  'connectorId',
  'redirectUri',
  'type',
];

type Entry = {
  /** What follows `Interaction.{event}`, such as `Verification.Password.Submit`. */
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

/** Tells the audit trail what the captcha provider said. */
export function recordCaptchaVerdict(signIn: SignIn, verdict: CaptchaVerdict): void {
  recordLog(signIn.app, signIn.tenantId, {
    key: 'Interaction.Create.Captcha',
    payload: { result: verdict.success ? 'Success' : 'Error', ...whereOf(signIn), ...verdict },
  });
}

/** Whom somebody wants to be, whether they are or not: by what they typed now, or by the proof they come back with. */
function ownerOf({ state }: SignIn, request: Record<string, unknown>): LogOwner | undefined {
  const record = state?.records.find(({ id }) => id === request.verificationId);
  const { data } = Identifier.safeParse(request.identifier ?? (record && 'identifier' in record && record.identifier));
  return data?.type === 'email' ? { type: 'email', value: normalizeEmail(data.value) } : data;
}

/** Tells the audit trail what was tried in a sign-in, and how it ended. */
export function recordTrail(signIn: SignIn, { action, event, request, error }: Entry): void {
  const { app, tenantId, state } = signIn;
  const payload = Object.fromEntries(told.filter((name) => name in request).map((name) => [name, request[name]]));
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
