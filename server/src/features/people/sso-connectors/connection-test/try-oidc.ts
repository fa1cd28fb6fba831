import type { JsonObject } from '@postern/contracts/fields';
import type { SsoProblemCode } from '@postern/contracts/people/sso-connection-tests';
import { decodeJwt } from 'jose';
import { type ConnectorSession, createEnterpriseOidc, type TokenResponse } from '#features/messages/connectors';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { fieldsOfClaims, isPrivateGoogleAccount } from '../map-user.ts';
import { clientOf } from '../open-client.ts';
import type { SsoConnectorRow } from '../store.ts';
import { describeTokens, maskClaims } from './mask-answer.ts';
import type { FoundProblem } from './problems.ts';
import type { Tried } from './tried.ts';

/** Larger differences are reported, although a minute is accepted. */
const noticedSkewMs = 30_000;

/** A client without kept metadata and keys that remembers what it called. */
export function watchedOidc(app: App) {
  const calls: { url: string; clockSkewMs?: number }[] = [];
  const fetch: App['egress']['fetch'] = async (url, init) => {
    const call: (typeof calls)[number] = { url };
    calls.push(call);
    const response = await app.egress.fetch(url, init);
    const date = Date.parse(response.headers.get('date') ?? '');
    if (!Number.isNaN(date)) {
      call.clockSkewMs = Date.now() - date;
    }
    return response;
  };
  const oidc = createEnterpriseOidc({ ...app, egress: { ...app.egress, fetch } });
  return { oidc, calls };
}

type Data = { error?: string; errorDescription?: string; ssoErrorCode?: string; claim?: string; message?: string };

const dataOf = ({ options: { data } }: AppError): Data => (typeof data === 'object' && data !== null ? data : {});

const detailsOf = ({ options }: AppError): string | undefined => {
  const { error, errorDescription, claim, message } = dataOf({ options } as AppError);
  const said = [error, claim, errorDescription, message, options.values?.errorDescription].filter(Boolean);
  return said.length > 0 ? [...new Set(said)].join('\n').slice(0, 1000) : undefined;
};

const refusals: Record<string, SsoProblemCode> = {
  access_denied: 'access_denied',
  consent_required: 'access_denied',
  login_required: 'access_denied',
  interaction_required: 'access_denied',
  invalid_scope: 'scope_refused',
  redirect_uri_mismatch: 'redirect_uri_refused',
  invalid_redirect_uri: 'redirect_uri_refused',
  unauthorized_client: 'client_refused',
  invalid_client: 'client_refused',
  issuer_mismatch: 'issuer',
  issuer_missing: 'issuer',
  state_mismatch: 'request_mismatch',
  session_missing: 'request_mismatch',
};

const tokenErrors: Record<string, SsoProblemCode> = {
  ERR_JWT_EXPIRED: 'clock',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'signature',
  ERR_JWKS_NO_MATCHING_KEY: 'signature',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'signature',
  ERR_JOSE_ALG_NOT_ALLOWED: 'weak_algorithm',
  ERR_JWKS_TIMEOUT: 'keys_unreachable',
  ERR_JOSE_GENERIC: 'keys_unreachable',
  missing: 'token_invalid',
  nonce_mismatch: 'request_mismatch',
  subject_mismatch: 'userinfo_failed',
};
const claimErrors: Record<string, SsoProblemCode> = {
  aud: 'audience',
  iss: 'issuer',
  iat: 'clock',
  nbf: 'clock',
  exp: 'clock',
};

type Endpoints = { token_endpoint: string; jwks_uri: string; userinfo_endpoint?: string | undefined };

function unreachable(url: string | undefined, endpoints: Endpoints | undefined): SsoProblemCode {
  switch (url) {
    case endpoints?.token_endpoint:
      return url === undefined ? 'unknown' : 'token_unreachable';
    case endpoints?.jwks_uri:
      return 'keys_unreachable';
    case endpoints?.userinfo_endpoint:
      return 'userinfo_failed';
    default:
      return 'discovery_unreachable';
  }
}

function codeOf(error: AppError, lastUrl: string | undefined, endpoints: Endpoints | undefined): SsoProblemCode {
  const { error: reason = '', errorDescription = '', ssoErrorCode, claim = '' } = dataOf(error);
  switch (error.code) {
    case 'connector.invalid_config':
      return ssoErrorCode === 'invalid_config_response' ? 'discovery_invalid' : 'discovery_unreachable';
    case 'connector.authorization_failed':
      return refusals[reason] ?? (/redirect/i.test(errorDescription) ? 'redirect_uri_refused' : 'provider_refused');
    case 'connector.social_auth_code_invalid':
      return reason === 'invalid_grant' ? 'code_refused' : (refusals[reason] ?? 'token_refused');
    case 'connector.social_invalid_id_token':
      return claimErrors[claim] ?? tokenErrors[reason] ?? 'token_invalid';
    case 'connector.social_invalid_access_token':
      return 'userinfo_failed';
    case 'connector.invalid_response':
      return lastUrl !== undefined && lastUrl === endpoints?.userinfo_endpoint ? 'userinfo_failed' : 'token_invalid';
    case 'connector.general':
      return unreachable(lastUrl, endpoints);
    default:
      return 'unknown';
  }
}

/** Why a request to a provider failed. */
export function explainOidc(error: AppError, lastUrl?: string, endpoints?: Endpoints): FoundProblem {
  const details = detailsOf(error);
  return { code: codeOf(error, lastUrl, endpoints), ...(details ? { details } : {}) };
}

/** The claims of a token that was refused, for the administrator. */
function unverifiedClaims({ id_token: token = '' }: TokenResponse): JsonObject {
  try {
    return decodeJwt(token);
  } catch {
    // Not a JWT; the problem says so.
    return {};
  }
}

function clockProblem(calls: readonly { clockSkewMs?: number }[]): FoundProblem[] {
  const skew = calls.map(({ clockSkewMs = 0 }) => clockSkewMs).find((one) => Math.abs(one) > noticedSkewMs);
  return skew === undefined ? [] : [{ code: 'clock_differs', details: `${Math.round(skew / 1000)} s` }];
}

/** Redeems the answer like a sign-in does, and says what is wrong with it. */
export async function tryOidc(
  app: App,
  row: SsoConnectorRow,
  data: unknown,
  session: ConnectorSession,
): Promise<Tried> {
  const { oidc, calls } = watchedOidc(app);
  const client = clientOf(row);
  let endpoints: Endpoints | undefined;
  let seen: TokenResponse | undefined;
  try {
    endpoints = await oidc.discover(client.issuer);
    const { claims, tokens } = await oidc.arrive(client, data, session, (given) => {
      seen = given;
    });
    return {
      problems: [
        ...(isPrivateGoogleAccount(row, claims) ? [{ code: 'not_a_workspace_account' as const }] : []),
        ...clockProblem(calls),
      ],
      received: { isVerified: true, claims: maskClaims(claims), raw: describeTokens(tokens, claims) },
      fields: fieldsOfClaims(row, claims),
    };
  } catch (error) {
    if (!(error instanceof AppError)) {
      throw error;
    }
    const problems = [explainOidc(error, calls.at(-1)?.url, endpoints), ...clockProblem(calls)];
    if (!seen) {
      return { problems };
    }
    const claims = unverifiedClaims(seen);
    return {
      problems,
      received: { isVerified: false, claims: maskClaims(claims), raw: describeTokens(seen, claims) },
      fields: fieldsOfClaims(row, claims),
    };
  }
}
