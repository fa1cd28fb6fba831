export type ScopeComparison = 'same' | 'missing' | 'extra';

const words = (scope: string) => new Set(scope.split(' ').filter(Boolean));

/** `missing`: the token may do less than it should, so a fresh consent is needed. `extra`: it may do too much. */
export function compareScopes(expected: readonly string[], granted: string | undefined): ScopeComparison {
  // RFC 6749 §5.1: left out when it is what was asked for.
  if (granted === undefined) {
    return 'same';
  }
  const held = words(granted);
  if (expected.some((scope) => !held.has(scope))) {
    return 'missing';
  }
  return held.size > expected.length ? 'extra' : 'same';
}
