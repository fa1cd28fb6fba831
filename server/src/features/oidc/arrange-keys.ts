import type { SigningKeyStatus } from '@postern/contracts/signing-keys';
import type { KeyKind, KeyRow } from './keys.store.ts';

export type ArrangedKey = KeyRow & { status: SigningKeyStatus };

const byAge = (one: KeyRow, two: KeyRow) =>
  two.signsFrom - one.signsFrom || two.createdAt - one.createdAt || one.id.localeCompare(two.id);

/**
 * What each key is for, newest first: at most one that waits, one that signs, one that only verifies. A key behind these
 * has retired. `after` asks for the arrangement as it will be so many milliseconds later.
 */
export function arrangeKeys(rows: readonly KeyRow[], kind: KeyKind, after = 0): ArrangedKey[] {
  const mine = rows.filter((row) => row.kind === kind).sort(byAge);
  const [current, previous] = mine.filter(({ startsIn }) => startsIn <= after);
  const next = mine.find(({ startsIn }) => startsIn > after);
  if (!current) {
    // A tenant must never be without a key that signs.
    return next ? [{ ...next, status: 'Current' }] : [];
  }
  return [
    ...(next ? [{ ...next, status: 'Next' as const }] : []),
    { ...current, status: 'Current' },
    ...(previous ? [{ ...previous, status: 'Previous' as const }] : []),
  ];
}
