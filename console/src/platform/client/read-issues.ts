import type { FieldIssue } from '@postern/contracts/field-issues';
import type { RequestError } from './request-error.ts';

/** What a form needs of an issue. The code is left to programs. */
export type Issue = Pick<FieldIssue, 'path' | 'message'>;

const isIssue = (value: unknown): value is Issue =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  Array.isArray(value.path) &&
  'message' in value &&
  typeof value.message === 'string';

/** The problems with fields that an answer names, in the language of the console. Other answers have none. */
export function readIssues({ body }: RequestError): Issue[] {
  const data = body?.data;
  const issues = typeof data === 'object' && data !== null && 'issues' in data ? data.issues : undefined;
  return Array.isArray(issues) ? issues.filter(isIssue) : [];
}

/** A toast has room for a few. */
const maxShown = 3;

/** Problems for which there is no field, each with the name that the API has for it. */
export const describeIssues = (issues: readonly Issue[]): string =>
  issues
    .slice(0, maxShown)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join(' ');
