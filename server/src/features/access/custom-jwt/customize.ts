import type { CustomTokenType, TestReport } from '@postern/contracts/access/custom-jwt';
import { openVariables as openSealed } from '#features/access/scripts';
import { recordLog } from '#features/records/audit';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import type { SealedColumn } from '#platform/secrets/sealed-columns';
import { runScript } from './run-script.ts';
import { listScripts, type ScriptRow, scriptPartiesStatement, scriptUserStatement } from './store.ts';

export type CustomClaimsRequest = {
  tokenType: CustomTokenType;
  token: Record<string, unknown>;
  userId?: string;
  /** That the request names. */
  organizationId?: string;
  grant?: { type: string; subjectTokenContext: Record<string, unknown> };
  /** What a trusted proxy says about the request, for the audit log. */
  signInContext?: Record<string, string>;
  /** Called only when a script runs. */
  interaction?: () => Promise<Record<string, unknown> | undefined>;
};

const logKeys: Record<CustomTokenType, string> = {
  'access-token': 'JwtCustomizer.AccessToken',
  'client-credentials': 'JwtCustomizer.ClientCredentials',
};

/** Sealed for one script of one tenant: it cannot be opened in another row. */
export const purposeOf = (tenantId: string, tokenType: CustomTokenType) => `custom-jwt/${tenantId}/${tokenType}`;

export const sealedVariables: SealedColumn = {
  table: 'jwt_customizers',
  column: 'environment_variables',
  key: ['token_type'],
  // The table accepts no other token types.
  purpose: ({ tenantId, id }) => purposeOf(tenantId, id as CustomTokenType),
};

export function openVariables(app: App, tenantId: string, row: ScriptRow): Record<string, string> | undefined {
  return openSealed(app.vault, purposeOf(tenantId, row.tokenType), row.sealedVariables);
}

type Parties = { application: object | null; organization: object | null };

async function partiesOf(app: App, tenantId: string, { token, tokenType, organizationId }: CustomClaimsRequest) {
  const isForUser = tokenType === 'access-token';
  const values = [token.clientId ?? null, (isForUser && organizationId) || null];
  const [found] = await app.tenancy.run<Parties>(tenantId, scriptPartiesStatement, values);
  return {
    ...(found?.application ? { application: found.application } : {}),
    ...(found?.organization ? { organization: found.organization } : {}),
  };
}

/** Everything that a script may read about a user. */
export async function findScriptUser(app: App, tenantId: string, userId: string) {
  const [user] = await app.tenancy.run(tenantId, scriptUserStatement, [userId]);
  return user as Record<string, unknown> | undefined;
}

async function contextOf(app: App, tenantId: string, request: CustomClaimsRequest): Promise<Record<string, unknown>> {
  const { tokenType, userId, grant } = request;
  const parties = await partiesOf(app, tenantId, request);
  if (tokenType === 'client-credentials') {
    return parties;
  }
  const user = userId === undefined ? undefined : await findScriptUser(app, tenantId, userId);
  const interaction = await request.interaction?.();
  return { user: user ?? {}, ...parties, ...(grant ? { grant } : {}), ...(interaction ? { interaction } : {}) };
}

/** For the audit log, which must not outlive the data of a person. */
const withoutPerson = ({ user, interaction, ...context }: Record<string, unknown>, userId: string | undefined) => ({
  ...context,
  ...(user && userId ? { user: { id: userId } } : {}),
});

type Run = Pick<TestReport, 'claims' | 'denied' | 'failure'> & { context: Record<string, unknown> };

async function runFor(app: App, tenantId: string, row: ScriptRow, request: CustomClaimsRequest): Promise<Run> {
  let environmentVariables: Record<string, string>;
  try {
    environmentVariables = openVariables(app, tenantId, row) ?? {};
  } catch (error) {
    if (!(error instanceof AppError)) {
      throw error;
    }
    app.log.error({ tenantId, tokenType: row.tokenType, reason: error.code }, 'custom JWT variables not readable');
    return { failure: { message: error.message }, context: {} };
  }
  const context = await contextOf(app, tenantId, request);
  const { token } = request;
  const report = await runScript(app, tenantId, row.script, { token, context, environmentVariables });
  return { ...report, context };
}

/** Scripts run only if the plan includes them. */
async function findScript(app: App, tenantId: string, wanted: CustomTokenType): Promise<ScriptRow | undefined> {
  const rows = await app.cache.get(tenantId, 'custom-jwt', () => app.tenancy.read(tenantId, listScripts));
  const row = rows.find(({ tokenType, script }) => tokenType === wanted && script !== '');
  return row && (await app.quota?.has(tenantId, 'customJwtEnabled')) !== false ? row : undefined;
}

export const hasScript = async (app: App, tenantId: string, tokenType: CustomTokenType): Promise<boolean> =>
  (await findScript(app, tenantId, tokenType)) !== undefined;

function errorOf({ denied, failure }: Run) {
  if (failure) {
    return { ...failure, code: 'General' };
  }
  return { message: denied ? `Access was denied: ${denied}` : 'Access was denied.', code: 'AccessDenied' };
}

function record(
  app: App,
  tenantId: string,
  { tokenType, token, userId, signInContext }: CustomClaimsRequest,
  run: Run,
): void {
  const error = run.claims ? undefined : errorOf(run);
  recordLog(app, tenantId, {
    key: logKeys[tokenType],
    payload: {
      ...(error ? { result: 'Error', error, customJwtError: error } : { customTokenClaims: run.claims }),
      tenantId,
      ...(typeof token.sessionUid === 'string' ? { sessionId: token.sessionUid } : {}),
      ...(userId ? { userId } : {}),
      ...(signInContext ? { signInContext } : {}),
      ...(typeof token.clientId === 'string' ? { applicationId: token.clientId } : {}),
      payload: { token, tokenType, context: withoutPerson(run.context, userId) },
    },
  });
}

/** Denied and failed tokens are not issued. */
export type CustomClaims = {
  claims?: Record<string, unknown>;
  denied?: string;
  failed?: string;
  /** What happened instead of claims, also if the token is issued. */
  error?: { message: string };
};

/**
 * The claims that the tenant's script adds to a token. If a script fails, the token is issued without them, unless the
 * tenant chose to refuse it. Each run is recorded in the audit log.
 */
export async function customClaims(app: App, tenantId: string, request: CustomClaimsRequest): Promise<CustomClaims> {
  const row = await findScript(app, tenantId, request.tokenType);
  if (!row) {
    return {};
  }
  const run = await runFor(app, tenantId, row, request);
  record(app, tenantId, request, run);
  const { claims, denied } = run;
  if (claims) {
    return { claims };
  }
  const error = errorOf(run);
  if (denied !== undefined) {
    return { denied, error };
  }
  return row.blockIssuanceOnError ? { failed: error.message, error } : { error };
}
