import { reservedClaims, type TestReport } from '@postern/contracts/access/custom-jwt';
import { readResult, runInSandbox, type ScriptKind } from '#features/access/scripts';
import type { App } from '#platform/app';

export type ScriptArgument = {
  token: Record<string, unknown>;
  context: Record<string, unknown>;
  environmentVariables: Record<string, string>;
};

const kind: ScriptKind = { entry: 'getCustomJwtClaims', makesClaims: true };

const reserved: ReadonlySet<string> = new Set(reservedClaims);

type Claims = Pick<TestReport, 'claims' | 'dropped' | 'failure'>;

function readClaims(result: string): Claims {
  const parsed = readResult(result);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return { dropped: [], failure: { message: 'getCustomJwtClaims must return a plain object.' } };
  }
  const entries = Object.entries(parsed);
  return {
    claims: Object.fromEntries(entries.filter(([name]) => !reserved.has(name))),
    dropped: entries.map(([name]) => name).filter((name) => reserved.has(name)),
  };
}

/** Runs a script of a tenant in isolation. Never throws: failures are part of the report. */
export async function runScript(
  app: App,
  tenantId: string,
  script: string,
  argument: ScriptArgument,
  { collectsOutput = false } = {},
): Promise<TestReport> {
  const startedAt = performance.now();
  const { result, denied, failure, output, milliseconds } = await runInSandbox(
    app,
    tenantId,
    { kind, script, argument },
    { collectsOutput },
  );
  app.metrics.observe('postern_custom_jwt_seconds', {}, (performance.now() - startedAt) / 1000);
  const rest = { output, milliseconds };
  // A denial is final, even if the script caught it or failed afterwards.
  if (denied !== undefined) {
    return { ...rest, denied, dropped: [] };
  }
  return result === undefined ? { ...rest, failure, dropped: [] } : { ...rest, ...readClaims(result) };
}
