import type { Issue } from '../client/read-issues.ts';

export type Placed = { name: string; message: string };

/**
 * The form field for a name: the name itself, or the list or text that contains it. Undefined if the form has no such
 * value, or if it is a group of fields, because a group shows no error.
 */
function fieldFor(name: string, values: unknown): string | undefined {
  const found: string[] = [];
  let held = values;
  for (const step of name.split('.')) {
    if (typeof held !== 'object' || held === null || !Object.hasOwn(held, step)) {
      break;
    }
    found.push(step);
    // Checked above: an own key.
    held = (held as Record<string, unknown>)[step];
  }
  const isGroup = typeof held === 'object' && held !== null && !Array.isArray(held);
  return found.length === 0 || (isGroup && found.length < name.split('.').length) ? undefined : found.join('.');
}

/** Splits server issues into those that have a form field, and the rest. */
export function placeIssues(
  issues: readonly Issue[],
  values: object,
  nameOf: (path: string) => string | undefined,
): { placed: Placed[]; rest: Issue[] } {
  const placed: Placed[] = [];
  const rest: Issue[] = [];
  for (const issue of issues) {
    const name = nameOf(issue.path.join('.'));
    const field = name === undefined ? undefined : fieldFor(name, values);
    if (field === undefined) {
      rest.push(issue);
    } else {
      placed.push({ name: field, message: issue.message });
    }
  }
  return { placed, rest };
}
