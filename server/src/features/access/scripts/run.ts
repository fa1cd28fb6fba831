import type { App } from '#platform/app';
import { fetchForScript } from './sandbox/fetch-for-script.ts';
import type { Outcome, ScriptKind } from './sandbox/messages.ts';
import { createPool, type SandboxPool } from './sandbox/pool.ts';

export const startSandbox = async (): Promise<SandboxPool> => createPool();

const poolOf = (app: App) => app.stateOf<SandboxPool>('scripts');

export const closeSandbox = (app: App): Promise<void> => poolOf(app).close();

type Options = { collectsOutput?: boolean; isAnonymous?: boolean };

/**
 * Runs a script of a tenant in isolation. Never throws: failures are part of the outcome. All kinds of scripts share the
 * threads, the limits and the guard of outgoing requests.
 */
export async function runInSandbox(
  app: App,
  tenantId: string,
  { kind, script, argument }: { kind: ScriptKind; script: string; argument: object },
  { collectsOutput = false, isAnonymous = false }: Options = {},
): Promise<Outcome> {
  const outcome = await poolOf(app).run({
    tenantId,
    kind,
    script,
    isAnonymous,
    argument: JSON.stringify(argument),
    collectsOutput,
    fetch: (request, signal) => fetchForScript(app.egress, request, signal),
  });
  return { ...outcome, milliseconds: Math.round(outcome.milliseconds * 10) / 10 };
}

/** Parses plain data outside the sandbox. Leaves out keys that could reach a prototype. */
export const readResult = (result: string): unknown =>
  result === '' ? undefined : JSON.parse(result, (key, value) => (key === '__proto__' ? undefined : value));
