import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { scopes, type TenantScope } from '@postern/contracts/wire';
import type { Caller } from './caller.ts';

/** Whether the caller of the management API may read everything except secrets, and change nothing. */
export const mayOnlyRead = ({ auth }: AnyEndpoint, { scopes: held }: Caller): boolean =>
  auth.kind === 'management' && !held.has(scopes.all) && !held.has('write:data' satisfies TenantScope);

/** Of the same type, so that clients can still read the response. */
function empty(name: string, value: unknown): unknown {
  if (name === 'url' && typeof value === 'string') {
    return URL.canParse(value) ? new URL(value).origin : '';
  }
  if (typeof value === 'string') {
    return '';
  }
  if (Array.isArray(value)) {
    return [];
  }
  return typeof value === 'object' && value !== null ? {} : null;
}

function strip(value: unknown, withheld: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => strip(item, withheld));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withheld.has(name) ? empty(name, part) : strip(part, withheld)]),
  );
}

/** The response for this caller: without the secrets that the contract names, if they may only read. */
export const withoutSecrets = (contract: AnyEndpoint, caller: Caller, answer: unknown): unknown =>
  contract.withheld && mayOnlyRead(contract, caller) ? strip(answer, new Set(contract.withheld)) : answer;
