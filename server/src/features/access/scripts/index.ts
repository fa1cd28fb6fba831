import type { Feature } from '#platform/app';
import { closeSandbox, startSandbox } from './run.ts';

export { readResult, runInSandbox } from './run.ts';
export type { ScriptKind } from './sandbox/messages.ts';
export { openVariables, sealVariables } from './seal-variables.ts';

/** The sandbox for scripts of tenants. Other slices decide which script runs, and what its result does. */
export const scripts: Feature = { name: 'scripts', start: startSandbox, stop: closeSandbox };
