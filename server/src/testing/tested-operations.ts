import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { registeredEndpoints } from '#platform/http/route';
import type { TestApp } from './types.ts';

const root = resolve(import.meta.dirname, '..', '..', '..');
const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`;

/** Contract files that `npm test -- --changed` names, because a change affects their operations only. */
const files = process.env.POSTERN_TESTED_CONTRACTS?.split(',').filter(Boolean);

/** Whether tests of all operations try all of them. */
export const areAllTested = files === undefined;

async function namesIn(file: string): Promise<string[]> {
  const exported: Record<string, unknown> = await import(pathToFileURL(resolve(root, file)).href);
  const apis = Object.entries(exported).filter(([key]) => key.endsWith('Api'));
  return apis.flatMap(([, api]) => Object.values(api as Record<string, AnyEndpoint>).map(nameOf));
}

/** All operations of the product, or those that the change affects. */
export async function testedOperations({ app }: TestApp): Promise<readonly AnyEndpoint[]> {
  const all = registeredEndpoints(app);
  if (!files) return all;
  const names = new Set((await Promise.all(files.map(namesIn))).flat());
  return all.filter((contract) => names.has(nameOf(contract)));
}
