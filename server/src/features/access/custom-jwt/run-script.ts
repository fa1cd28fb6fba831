import { reservedClaims, type TestReport } from '@postern/contracts/access/custom-jwt';
import type { App } from '#platform/app';
import { fetchForScript } from './sandbox/fetch-for-script.ts';
import { createPool, type SandboxPool } from './sandbox/pool.ts';

export type ScriptArgument = {
  token: Record<string, unknown>;
  context: Record<string, unknown>;
  environmentVariables: Record<string, string>;
};

export const startSandbox = async (): Promise<SandboxPool> => createPool();

const poolOf = (app: App) => app.stateOf<SandboxPool>('custom-jwt');

export const closeSandbox = (app: App): Promise<void> => poolOf(app).close();

const reserved: ReadonlySet<string> = new Set(reservedClaims);

type Claims = Pick<TestReport, 'claims' | 'dropped' | 'failure'>;

/** Parses plain data outside the sandbox. Ignores keys that could reach a prototype. */
function readClaims(result: string): Claims {
  const parsed: unknown = JSON.parse(result, (key, value) => (key === '__proto__' ? undefined : value));
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
  const { result, denied, failure, output, milliseconds } = await poolOf(app).run({
    tenantId,
    script,
    argument: JSON.stringify(argument),
    collectsOutput,
    fetch: (request, signal) => fetchForScript(app.egress, request, signal),
  });
  app.metrics.observe('postern_custom_jwt_seconds', {}, (performance.now() - startedAt) / 1000);
  const rest = { output, milliseconds: Math.round(milliseconds * 10) / 10 };
  // A denial is final, even if the script caught it or failed afterwards.
  if (denied !== undefined) {
    return { ...rest, denied, dropped: [] };
  }
  return result === undefined ? { ...rest, failure, dropped: [] } : { ...rest, ...readClaims(result) };
}
