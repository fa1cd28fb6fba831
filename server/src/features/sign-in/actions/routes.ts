import {
  type Action,
  type ActionType,
  actionKeys,
  actionsApi,
  actionTypeOf,
  type TestAction,
} from '@postern/contracts/sign-in/actions';
import { adminTenantId } from '@postern/contracts/wire';
import { sealVariables } from '#features/access/scripts';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { newId } from '#platform/secrets/ids';
import { runScript } from './run-script.ts';
import { openVariables, purposeOf } from './seal.ts';
import { type ActionRow, deleteAction, findAction, listActions, upsertAction } from './store.ts';

function answerOf(app: App, tenantId: string, row: ActionRow): Action {
  const environmentVariables = openVariables(app, tenantId, row);
  return {
    script: row.script,
    ...(environmentVariables ? { environmentVariables } : {}),
    ...(row.contextSample === null ? {} : { contextSample: row.contextSample }),
    ...(row.enabled === null ? {} : { enabled: row.enabled }),
    ...(row.onExecutionError === null ? {} : { onExecutionError: row.onExecutionError }),
  };
}

function rowOf(app: App, tenantId: string, type: ActionType, body: Action): ActionRow {
  const { script, environmentVariables, contextSample, enabled = null, onExecutionError = null } = body;
  const sealedVariables = sealVariables(app.vault, purposeOf(tenantId, type), environmentVariables);
  const version = newId();
  return { type, script, sealedVariables, contextSample: contextSample ?? null, enabled, onExecutionError, version };
}

const missing = (type: ActionType) =>
  new AppError('entity.not_exists_with_id', { values: { name: 'Action', id: actionKeys[type] } });

function runTest(app: App, tenantId: string, body: TestAction, collectsOutput: boolean) {
  const { script, actionType, event, environmentVariables = {} } = body;
  const run = { type: actionTypeOf(actionType), script, event, environmentVariables };
  return runScript(app, tenantId, run, { collectsOutput });
}

export function actionRoutes(scope: Scope): void {
  route(scope, actionsApi.list, async ({ db, app, tenantId }) =>
    (await listActions(db)).map((row) => ({ key: actionKeys[row.type], value: answerOf(app, tenantId, row) })),
  );

  route(scope, actionsApi.get, async ({ db, app, tenantId, params }) => {
    const type = actionTypeOf(params.actionType);
    const row = await findAction(db, type);
    if (!row) {
      throw missing(type);
    }
    return answerOf(app, tenantId, row);
  });

  route(scope, actionsApi.save, {
    changesSettings: true,
    handle: async ({ db, app, tenantId, params, body, status }) => {
      if (tenantId === adminTenantId) {
        throw new AppError('auth.forbidden');
      }
      const type = actionTypeOf(params.actionType);
      const row = rowOf(app, tenantId, type, body);
      if (await upsertAction(db, row)) {
        status(201);
      }
      await emit(db, { name: 'ActionScript.Data.Updated', subjectId: type });
      return answerOf(app, tenantId, row);
    },
  });

  route(scope, actionsApi.update, {
    changesSettings: true,
    handle: async ({ db, app, tenantId, params, body }) => {
      const type = actionTypeOf(params.actionType);
      const before = await findAction(db, type, { isLocked: true });
      if (!before) {
        throw missing(type);
      }
      const row = rowOf(app, tenantId, type, { ...answerOf(app, tenantId, before), ...body });
      await upsertAction(db, row);
      await emit(db, { name: 'ActionScript.Data.Updated', subjectId: type });
      return answerOf(app, tenantId, row);
    },
  });

  route(scope, actionsApi.remove, {
    changesSettings: true,
    handle: async ({ db, params }) => {
      const type = actionTypeOf(params.actionType);
      if (!(await deleteAction(db, type))) {
        throw missing(type);
      }
      await emit(db, { name: 'ActionScript.Deleted', subjectId: type });
    },
  });

  route(scope, actionsApi.test, {
    respond: async ({ app, tenantId, body, status }) => {
      const { result, failure } = await runTest(app, tenantId, body, false);
      if (failure) {
        const { message } = failure;
        throw new AppError('action.general', { values: { message }, data: { message, errors: [failure] } });
      }
      if (result === undefined) {
        status(204);
      }
      return result;
    },
  });

  route(scope, actionsApi.testReport, {
    respond: async ({ app, tenantId, body }) => {
      const { user: _user, ...report } = await runTest(app, tenantId, body, true);
      return report;
    },
  });
}
