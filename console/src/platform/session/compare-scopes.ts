export type ScopeComparison = 'same' | 'missing' | 'extra';

const words = (scope: string) => new Set(scope.split(' ').filter(Boolean));

/** `missing`: the token has too few scopes, so a new consent is needed. `extra`: it has too many. */
export function compareScopes(expected: readonly string[], granted: string | undefined): ScopeComparison {
  // RFC 6749 §5.1: omitted if identical to the requested scope.
  if (granted === undefined) {
    return 'same';
  }
  const held = words(granted);
  if (expected.some((scope) => !held.has(scope))) {
    return 'missing';
  }
  return held.size > expected.length ? 'extra' : 'same';
}
