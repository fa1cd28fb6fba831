const parts = (version: string) =>
  version
    .replace(/^v/, '')
    .replace(/[+-].*$/, '')
    .split('.')
    .map(Number);

/** `v1.10.0` is newer than `1.9.3`; text that is not a version is never newer. */
export function isNewerRelease(release: string, current: string): boolean {
  const [mine, theirs] = [parts(current), parts(release)];
  if ([...mine, ...theirs].some(Number.isNaN)) {
    return false;
  }
  for (let index = 0; index < Math.max(mine.length, theirs.length); index += 1) {
    const difference = (theirs[index] ?? 0) - (mine[index] ?? 0);
    if (difference !== 0) {
      return difference > 0;
    }
  }
  return false;
}
