const moves: readonly [RegExp, string][] = [
  // The same for everybody, whatever tenant they came from.
  [/^\/[^/]+\/((?:profile|callback)(?:\/.*)?)$/, '/$1'],
  [/^\/([^/]+)\/welcome\/?$/, '/$1'],
];

/** Where an address leads that is only known for the sake of old links. */
export function movedAddress(pathname: string): string {
  const [pattern, target] = moves.find(([candidate]) => candidate.test(pathname)) ?? [/.*/, '/'];
  return pathname.replace(pattern, target);
}
