import { timingSafeEqual } from 'node:crypto';

/** Compares a secret in constant time. */
export function isSameText(given: unknown, expected: string | undefined): boolean {
  if (typeof given !== 'string' || !expected) {
    return false;
  }
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
