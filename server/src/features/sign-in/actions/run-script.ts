import type { ScriptFailure } from '@postern/contracts/access/scripts';
import type { ActionReport, ActionType } from '@postern/contracts/sign-in/actions';
import { readResult, runInSandbox, type ScriptKind } from '#features/access/scripts';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { checkJson } from '#platform/http/parse-json';
import { judgeResult, type Verdict } from './judge.ts';
import { maskSecrets } from './mask.ts';

export type ScriptRun = {
  type: ActionType;
  script: string;
  event: unknown;
  environmentVariables: Record<string, string>;
};

export type ScriptReport = Omit<ActionReport, 'result' | 'verdict'> & Partial<Verdict> & { result?: unknown };

const kind: ScriptKind = { entry: 'runAction', makesClaims: false };

/** The same rules as for the body of a request. */
function parse(text: string): { result?: unknown; failure?: ScriptFailure } {
  try {
    checkJson(text);
    return { result: readResult(text) };
  } catch (error) {
    if (error instanceof AppError) {
      return {
        failure: { message: `runAction returned JSON that cannot be used. ${error.options.details ?? ''}`.trim() },
      };
    }
    throw error;
  }
}

function secretsOf({ event, environmentVariables }: ScriptRun): string[] {
  const password = event && typeof event === 'object' && 'password' in event ? event.password : undefined;
  return [...Object.values(environmentVariables), ...(typeof password === 'string' ? [password] : [])];
}

/** Runs a script in isolation. Never throws: failures are part of the report. Secrets are masked in messages. */
export async function runScript(
  app: App,
  tenantId: string,
  run: ScriptRun,
  options: { collectsOutput?: boolean; isAnonymous?: boolean } = {},
): Promise<ScriptReport> {
  const { type, script, event, environmentVariables } = run;
  const startedAt = performance.now();
  const outcome = await runInSandbox(
    app,
    tenantId,
    { kind, script, argument: { event, environmentVariables } },
    options,
  );
  app.metrics.observe('postern_action_seconds', {}, (performance.now() - startedAt) / 1000);
  const secrets = secretsOf(run);
  const output = outcome.output.map((line) => ({ ...line, text: maskSecrets(line.text, secrets) }));
  const rest = { output, milliseconds: outcome.milliseconds };
  const { result, failure } =
    outcome.result === undefined
      ? { failure: outcome.failure ?? { message: 'The script failed.' } }
      : { failure: undefined, ...parse(outcome.result) };
  return failure
    ? { ...rest, failure: { ...failure, message: maskSecrets(failure.message, secrets) } }
    : { ...rest, ...(result === undefined ? {} : { result }), ...judgeResult(type, result) };
}
