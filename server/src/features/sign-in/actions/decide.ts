import type { ScriptFailure } from '@postern/contracts/access/scripts';
import { type ActionType, actionKeys } from '@postern/contracts/sign-in/actions';
import { adminTenantId } from '@postern/contracts/wire';
import { enabledActions } from '#features/experience/sign-in-experience';
import { recordLog } from '#features/records/audit';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { describeResult, type Verdict } from './judge.ts';
import { runScript } from './run-script.ts';
import { openVariables } from './seal.ts';
import { type ActionRow, listActions } from './store.ts';

/**
 * The script of the tenant, if it takes part in sign-ins. Tenants without one need no query: their settings say so. The
 * people who sign in to the console are never asked about by a script.
 */
export async function findEnabledAction(app: App, tenantId: string, type: ActionType): Promise<ActionRow | undefined> {
  if (tenantId === adminTenantId || !(await enabledActions(app, tenantId)).includes(type)) {
    return undefined;
  }
  if ((await app.quota?.has(tenantId, 'actionsEnabled')) === false) {
    return undefined;
  }
  const rows = await app.cache.get(tenantId, 'actions', () => app.tenancy.read(tenantId, listActions));
  return rows.find((row) => row.type === type && row.enabled && row.script !== '');
}

export type ActionEvent = { interactionEvent: 'SignIn'; user: Record<string, unknown> | null } & Record<
  string,
  unknown
>;

/** Where it happens, for the audit log. */
type Place = Record<string, unknown>;

const logKeys: Record<ActionType, string> = {
  postFirstFactorVerification: 'Action.PostFirstFactorVerification',
  postSignIn: 'Action.PostSignIn',
};

/** The audit log must not outlive the data of a person, and never has passwords. */
function loggedEvent({ password: _password, user, ...event }: ActionEvent) {
  return { ...event, user: user && { id: user.id } };
}

/** After a failure. A failed script never proves a password. */
const afterFailure = ({ type, onExecutionError }: ActionRow): Verdict => ({
  verdict: type === 'postSignIn' && onExecutionError === 'allow' ? 'continue' : 'refuse',
});

type Run = { result?: unknown; failure?: ScriptFailure | undefined; milliseconds: number } & Partial<Verdict>;

async function run(app: App, tenantId: string, row: ActionRow, event: ActionEvent): Promise<Run> {
  try {
    const environmentVariables = openVariables(app, tenantId, row) ?? {};
    const { type, script } = row;
    const isAnonymous = type === 'postFirstFactorVerification';
    return await runScript(app, tenantId, { type, script, event, environmentVariables }, { isAnonymous });
  } catch (error) {
    if (!(error instanceof AppError)) {
      throw error;
    }
    app.log.error({ tenantId, action: row.type, reason: error.code }, 'action variables not readable');
    return { failure: { message: error.message }, milliseconds: 0 };
  }
}

/** Asks the script about a sign-in. Each run is recorded in the audit log. */
export async function decide(
  app: App,
  tenantId: string,
  row: ActionRow,
  event: ActionEvent,
  place: Place,
): Promise<Verdict> {
  const { type, onExecutionError } = row;
  const given = { key: actionKeys[type], ...event };
  const report = await run(app, tenantId, row, given);
  const { failure, result, verdict, user } = report;
  const decided: Verdict = verdict ? { verdict, ...(user ? { user } : {}) } : afterFailure(row);
  recordLog(app, tenantId, {
    key: logKeys[type],
    payload: {
      result: 'Success',
      ...place,
      ...(event.user ? { userId: event.user.id } : {}),
      tenantId,
      actionType: type,
      runtimeLocation: 'local',
      onExecutionError: onExecutionError ?? 'block',
      event: loggedEvent(given),
      durationMs: report.milliseconds,
      decision: decided.verdict,
      ...(failure ? {} : describeResult(result)),
      ...(failure
        ? { errorPolicyOutcome: decided.verdict === 'continue' ? 'allowed' : 'blocked', actionError: failure }
        : {}),
    },
  });
  return decided;
}

/**
 * Runs the script about nobody and ignores the result: the answer about people whom it is not asked about takes as long
 * as that about others.
 */
export async function pretendToDecide(app: App, tenantId: string, row: ActionRow, event: ActionEvent): Promise<void> {
  await run(app, tenantId, row, { key: actionKeys[row.type], ...event });
}
