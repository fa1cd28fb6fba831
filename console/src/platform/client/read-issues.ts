import type { FieldIssue } from '@postern/contracts/field-issues';
import type { RequestError } from './request-error.ts';

/** The part of an issue that a form needs. Codes are for API clients. */
export type Issue = Pick<FieldIssue, 'path' | 'message'>;

const isIssue = (value: unknown): value is Issue =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  Array.isArray(value.path) &&
  'message' in value &&
  typeof value.message === 'string';

/** The field issues of a response, in the console language. Empty for other responses. */
export function readIssues({ body }: RequestError): Issue[] {
  const data = body?.data;
  const issues = typeof data === 'object' && data !== null && 'issues' in data ? data.issues : undefined;
  return Array.isArray(issues) ? issues.filter(isIssue) : [];
}

/** The maximum number of issues in a toast. */
const maxShown = 3;

/** Issues without a field, each with its API name. */
export const describeIssues = (issues: readonly Issue[]): string =>
  issues
    .slice(0, maxShown)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join(' ');
