import type { CustomTokenType } from '@postern/contracts/access/custom-jwt';
import { recordLog } from '#features/records/audit';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import type { SealedColumn } from '#platform/secrets/sealed-columns';
import { runScript } from './run-script.ts';
import { listScripts, type ScriptRow, scriptUserStatement } from './store.ts';

export type CustomClaimsRequest = {
  tokenType: CustomTokenType;
  token: Record<string, unknown>;
  userId?: string;
  grant?: { type: string; subjectTokenContext: Record<string, unknown> };
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
  const { sealedVariables, tokenType } = row;
  return sealedVariables === null
    ? undefined
    : JSON.parse(app.vault.open(purposeOf(tenantId, tokenType), sealedVariables));
}

async function contextOf(app: App, tenantId: string, { userId, grant, ...request }: CustomClaimsRequest) {
  const [user] = userId === undefined ? [] : await app.tenancy.run(tenantId, scriptUserStatement, [userId]);
  const interaction = await request.interaction?.();
  return { user: user ?? {}, ...(grant ? { grant } : {}), ...(interaction ? { interaction } : {}) };
}

async function runFor(app: App, tenantId: string, row: ScriptRow, request: CustomClaimsRequest) {
  let environmentVariables: Record<string, string>;
  try {
    environmentVariables = openVariables(app, tenantId, row) ?? {};
  } catch (error) {
    if (!(error instanceof AppError)) {
      throw error;
    }
    app.log.error({ tenantId, tokenType: row.tokenType, reason: error.code }, 'custom JWT variables not readable');
    return { failure: { message: error.message }, claims: undefined, denied: undefined };
  }
  const context = row.tokenType === 'access-token' ? await contextOf(app, tenantId, request) : undefined;
  const { token } = request;
  return runScript(app, tenantId, row.script, { token, ...(context ? { context } : {}), environmentVariables });
}

/** Scripts run only if the plan includes them. */
async function findScript(app: App, tenantId: string, wanted: CustomTokenType): Promise<ScriptRow | undefined> {
  const rows = await app.cache.get(tenantId, 'custom-jwt', () => app.tenancy.read(tenantId, listScripts));
  const row = rows.find(({ tokenType, script }) => tokenType === wanted && script !== '');
  return row && (await app.quota?.has(tenantId, 'customJwtEnabled')) !== false ? row : undefined;
}

export const hasScript = async (app: App, tenantId: string, tokenType: CustomTokenType): Promise<boolean> =>
  (await findScript(app, tenantId, tokenType)) !== undefined;

/**
 * The claims that the tenant's script adds to a token. If a script fails, the token is issued without them, and the
 * failure is recorded in the audit log. Only `api.denyAccess` blocks a token.
 */
export async function customClaims(
  app: App,
  tenantId: string,
  request: CustomClaimsRequest,
): Promise<{ claims?: Record<string, unknown>; denied?: string }> {
  const row = await findScript(app, tenantId, request.tokenType);
  if (!row) {
    return {};
  }
  const { claims, denied, failure } = await runFor(app, tenantId, row, request);
  if (claims) {
    return { claims };
  }
  const { token, userId } = request;
  recordLog(app, tenantId, {
    key: logKeys[request.tokenType],
    payload: {
      result: 'Error',
      error: failure
        ? { ...failure, code: 'General' }
        : {
            message: denied ? `Access was denied: ${denied}` : 'Access was denied.',
            code: 'AccessDenied',
          },
      tenantId,
      token,
      ...(userId ? { userId } : {}),
      ...(typeof token.clientId === 'string' ? { applicationId: token.clientId } : {}),
    },
  });
  return denied === undefined ? {} : { denied };
}
