import type { World } from './world.ts';

/** Runs one test module of a public plan against the product. Throws if the product fails it. */
export type Check = (world: World) => Promise<void>;

/**
 * `warning`: the product passes, with a difference that the OpenID Foundation's suite reports as a warning or that the
 * wire of Logto requires. `skipped`: the module tests an optional part that the product does not offer; the check then
 * verifies that the product says so.
 */
export type Result = 'passed' | 'warning' | 'skipped';

export type Module = { check: Check; result: Result; note?: string };

export type Plan = {
  /** The name of the plan in the OpenID Foundation's conformance suite. */
  id: string;
  title: string;
  modules: Record<string, Module>;
};

export const passes = (check: Check, note?: string): Module => ({ check, result: 'passed', ...(note ? { note } : {}) });
export const warns = (note: string, check: Check): Module => ({ check, result: 'warning', note });
export const skips = (note: string, check: Check): Module => ({ check, result: 'skipped', note });
