import {
  type CustomJwt,
  type CustomTokenType,
  customJwtApi,
  customJwtKeys,
  customJwtSchemas,
  type TestCustomJwt,
} from '@postern/contracts/access/custom-jwt';
import { adminTenantId } from '@postern/contracts/wire';
import { sealVariables } from '#features/access/scripts';
import type { App } from '#platform/app';
import { AppError, invalidInput } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { openVariables, purposeOf } from './customize.ts';
import { runScript } from './run-script.ts';
import { deleteScript, findScript, listScripts, type ScriptRow, upsertScript } from './store.ts';

function answerOf(app: App, tenantId: string, row: ScriptRow): CustomJwt {
  const environmentVariables = openVariables(app, tenantId, row);
  return {
    script: row.script,
    ...(environmentVariables ? { environmentVariables } : {}),
    ...(row.contextSample ? { contextSample: row.contextSample } : {}),
    ...(row.tokenSample ? { tokenSample: row.tokenSample } : {}),
    ...(row.blockIssuanceOnError === null ? {} : { blockIssuanceOnError: row.blockIssuanceOnError }),
  };
}

/** The samples of each token type have their own schema, which the path selects. */
function requireMatchingSamples(tokenType: CustomTokenType, body: CustomJwt): void {
  const parsed = customJwtSchemas[tokenType].safeParse(body, { reportInput: true });
  if (!parsed.success) {
    throw invalidInput('body', parsed.error.issues);
  }
}

function rowOf(app: App, tenantId: string, tokenType: CustomTokenType, body: CustomJwt): ScriptRow {
  requireMatchingSamples(tokenType, body);
  const { script, environmentVariables, contextSample = null, tokenSample = null, blockIssuanceOnError = null } = body;
  const sealedVariables = sealVariables(app.vault, purposeOf(tenantId, tokenType), environmentVariables);
  return { tokenType, script, sealedVariables, contextSample, tokenSample, blockIssuanceOnError };
}

const missing = (tokenType: CustomTokenType) =>
  new AppError('entity.not_exists_with_id', { values: { name: 'Custom JWT', id: customJwtKeys[tokenType] } });

function runTest(app: App, tenantId: string, body: TestCustomJwt, collectsOutput: boolean) {
  const { script, token, context = {}, environmentVariables = {} } = body;
  return runScript(app, tenantId, script, { token, context, environmentVariables }, { collectsOutput });
}

export function customJwtRoutes(scope: Scope): void {
  route(scope, customJwtApi.list, async ({ db, app, tenantId }) =>
    (await listScripts(db)).map((row) => ({
      key: customJwtKeys[row.tokenType],
      value: answerOf(app, tenantId, row),
    })),
  );

  route(scope, customJwtApi.get, async ({ db, app, tenantId, params: { tokenTypePath } }) => {
    const row = await findScript(db, tokenTypePath);
    if (!row) {
      throw missing(tokenTypePath);
    }
    return answerOf(app, tenantId, row);
  });

  route(scope, customJwtApi.save, {
    changesSettings: true,
    handle: async ({ db, app, tenantId, params: { tokenTypePath }, body, status }) => {
      if (tenantId === adminTenantId) {
        throw new AppError('jwt_customizer.can_not_create_for_admin_tenant');
      }
      const row = rowOf(app, tenantId, tokenTypePath, body);
      if (await upsertScript(db, row)) {
        status(201);
      }
      await emit(db, { name: 'CustomJwt.Data.Updated', subjectId: tokenTypePath });
      return answerOf(app, tenantId, row);
    },
  });

  route(scope, customJwtApi.update, {
    changesSettings: true,
    handle: async ({ db, app, tenantId, params: { tokenTypePath }, body }) => {
      const before = await findScript(db, tokenTypePath);
      if (!before) {
        throw missing(tokenTypePath);
      }
      const row = rowOf(app, tenantId, tokenTypePath, { ...answerOf(app, tenantId, before), ...body });
      await upsertScript(db, row);
      await emit(db, { name: 'CustomJwt.Data.Updated', subjectId: tokenTypePath });
      return answerOf(app, tenantId, row);
    },
  });

  route(scope, customJwtApi.remove, {
    changesSettings: true,
    handle: async ({ db, params: { tokenTypePath } }) => {
      if (!(await deleteScript(db, tokenTypePath))) {
        throw new AppError('entity.not_found');
      }
      await emit(db, { name: 'CustomJwt.Deleted', subjectId: tokenTypePath });
    },
  });

  route(scope, customJwtApi.test, {
    respond: async ({ app, tenantId, body }) => {
      const { claims, denied, failure } = await runTest(app, tenantId, body, false);
      if (claims) {
        return claims;
      }
      if (denied !== undefined) {
        const message = denied || 'Access was denied.';
        const code = 'AccessDenied';
        const data = { message, code, error: { message, code } };
        throw new AppError('jwt_customizer.general', { status: 403, values: { message }, data });
      }
      const error = { message: 'The script failed.', ...failure, code: 'General' };
      const data = { ...error, error };
      throw new AppError('jwt_customizer.general', { values: { message: error.message }, data });
    },
  });

  route(scope, customJwtApi.testReport, {
    respond: ({ app, tenantId, body }) => runTest(app, tenantId, body, true),
  });
}
