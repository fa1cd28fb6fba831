import type { addressChangesApi } from '@postern/contracts/account/address-changes';
import type { BodyInputOf, ParamsOf, ResponseOf } from '@postern/contracts/endpoint';
import type { ErrorBody } from '@postern/contracts/errors';
import type { captchaApi } from '@postern/contracts/experience/captcha';
import { repeatRefused } from '@postern/contracts/repeat-refused';
import type { avatarUploadsApi } from '@postern/contracts/sign-in/avatar-uploads';
import type { consentApi } from '@postern/contracts/sign-in/consent';
import type { newDevicesApi } from '@postern/contracts/sign-in/new-devices';
import type { signInApi } from '@postern/contracts/sign-in/sign-in';
import { requestIdHeader, timeZoneHeader } from '@postern/contracts/wire';
import { interactionHeaders } from './interaction.ts';
import { prefix } from './prefix.ts';
import { relatedOriginsHeaders } from './related-origins.ts';

type Calls = typeof signInApi & {
  captchaChallenge: typeof captchaApi.challenge;
  allowConsent: typeof consentApi.allow;
  denyConsent: typeof consentApi.deny;
  inspectChange: typeof addressChangesApi.inspect;
  undoChange: typeof addressChangesApi.undo;
  inspectDevice: typeof newDevicesApi.inspect;
  reportDevice: typeof newDevicesApi.report;
  uploadPicture: typeof avatarUploadsApi.upload;
};
type CallName = keyof Calls;

/** Method and path by name in the contract. Importing the contract would also bundle its schema library. */
export const calls: Record<CallName, `${string} ${string}`> = {
  start: 'PUT /api/experience',
  changeEvent: 'PUT /api/experience/interaction-event',
  identify: 'POST /api/experience/identification',
  submit: 'POST /api/experience/submit',
  interaction: 'GET /api/experience/interaction',
  verifyPassword: 'POST /api/experience/verification/password',
  sendCode: 'POST /api/experience/verification/verification-code',
  verifyCode: 'POST /api/experience/verification/verification-code/verify',
  socialAuthorizationUri: 'POST /api/experience/verification/social/:connectorId/authorization-uri',
  verifySocial: 'POST /api/experience/verification/social/:connectorId/verify',
  ssoConnectors: 'GET /api/experience/sso-connectors',
  ssoAuthorizationUri: 'POST /api/experience/verification/sso/:connectorId/authorization-uri',
  verifySso: 'POST /api/experience/verification/sso/:connectorId/verify',
  newPasswordIdentity: 'POST /api/experience/verification/new-password-identity',
  verifyOneTimeToken: 'POST /api/experience/verification/one-time-token/verify',
  addProfile: 'POST /api/experience/profile',
  setPassword: 'PUT /api/experience/profile/password',
  captchaChallenge: 'POST /api/experience/captcha-challenge',
  allowConsent: 'POST /api/interaction/consent',
  denyConsent: 'DELETE /api/interaction/consent',
  inspectChange: 'POST /api/address-changes/inspect',
  undoChange: 'POST /api/address-changes/undo',
  inspectDevice: 'POST /api/new-devices/inspect',
  reportDevice: 'POST /api/new-devices/report',
  uploadPicture: 'POST /api/experience/user-assets/avatar',
};

const timeoutMs = 20_000;

/** `code` is the server's, or one of ours when there is no usable response. */
export class CallError extends Error {
  readonly code: string;
  readonly data: unknown;
  readonly requestId: string | undefined;
  /** HTTP status; undefined when there was no response. */
  readonly status: number | undefined;

  constructor(
    { code, message, data }: Pick<ErrorBody, 'code' | 'message' | 'data'>,
    { requestId, status }: { requestId?: string | undefined; status?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.data = data;
    this.requestId = requestId;
    this.status = status;
  }
}

export const unreachable = 'network.unreachable';
export const timedOut = 'network.timed_out';
/** The captcha provider's script or its response did not arrive. */
export const captchaMissing = 'network.captcha_missing';
const unexpected = 'network.unexpected_answer';

/** Errors for which a retry may help. */
export const isPassing = (code: string) => code.startsWith('network.') || code === 'session.captcha_failed';

/** The body if the contract has one, then the values of the `:names` in its path. */
type Input<C> =
  undefined extends ParamsOf<C>
    ? undefined extends BodyInputOf<C>
      ? []
      : [body: BodyInputOf<C>]
    : [body: BodyInputOf<C>, params: ParamsOf<C>];

export async function call<Name extends CallName>(
  name: Name,
  ...input: Input<Calls[Name]>
): Promise<ResponseOf<Calls[Name]>> {
  const [body, params] = input as readonly [unknown?, Record<string, string>?]; // typed by Input
  // The server validates its responses against the contract this type comes from.
  const headers: Record<string, string> =
    name === 'submit' ? { [timeZoneHeader]: Intl.DateTimeFormat().resolvedOptions().timeZone } : {};
  return (await request(calls[name], { body, params, headers })) as ResponseOf<Calls[Name]>;
}

type Asked = {
  body?: unknown;
  params?: Record<string, string> | undefined;
  headers?: Record<string, string>;
};

/**
 * Sends `method path` of a contract; returns the response or throws a `CallError`. Forms are sent as they are, anything
 * else as JSON.
 */
export async function request(
  route: `${string} ${string}`,
  { body, params = {}, headers = {} }: Asked,
): Promise<unknown> {
  const [method = '', path = ''] = route.split(' ');
  const isForm = body instanceof FormData;
  const response = await send(fillPath(path, params), {
    method,
    headers: {
      'accept-language': document.documentElement.lang,
      ...relatedOriginsHeaders(),
      ...interactionHeaders(path),
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    body: isForm || !body ? (body as FormData | undefined) : JSON.stringify(body),
  });
  // Some responses are empty; non-JSON responses are ignored.
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) {
    const requestId = response.headers.get(requestIdHeader) ?? undefined;
    throw new CallError(isErrorBody(answer) ? answer : { code: unexpected, message: '' }, {
      requestId,
      status: response.status,
    });
  }
  return answer;
}

const fillPath = (path: string, params: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

async function send(path: string, request: RequestInit): Promise<Response> {
  try {
    return await repeatRefused(() => fetch(prefix + path, { ...request, signal: AbortSignal.timeout(timeoutMs) }));
  } catch (error) {
    const late = error instanceof DOMException && error.name === 'TimeoutError';
    throw new CallError({ code: late ? timedOut : unreachable, message: '' });
  }
}

function isErrorBody(value: unknown): value is ErrorBody {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value;
}
