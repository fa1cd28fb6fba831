const moves: readonly [RegExp, string][] = [
  // Pages outside of all tenants.
  [/^\/[^/]+\/((?:profile|callback)(?:\/.*)?)$/, '/$1'],
  [/^\/([^/]+)\/welcome\/?$/, '/$1'],
];

/** The target of a legacy URL. */
export function movedAddress(pathname: string): string {
  const [pattern, target] = moves.find(([candidate]) => candidate.test(pathname)) ?? [/.*/, '/'];
  return pathname.replace(pattern, target);
}
