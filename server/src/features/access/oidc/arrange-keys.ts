import type { SigningKeyStatus } from '@postern/contracts/access/signing-keys';
import type { KeyKind, KeyRow } from './keys.store.ts';

export type ArrangedKey = KeyRow & { status: SigningKeyStatus };

const byStart = (one: KeyRow, two: KeyRow) =>
  two.signsFrom - one.signsFrom || two.createdAt - one.createdAt || one.id.localeCompare(two.id);

const byAge = (one: KeyRow, two: KeyRow) => two.createdAt - one.createdAt || byStart(one, two);

/** A key never signs when a newer one was made before its time came. */
const isReplaced = (row: KeyRow, rows: readonly KeyRow[]) =>
  rows.some(({ createdAt }) => createdAt > row.createdAt && createdAt < row.signsFrom);

const withStatus = (row: KeyRow | undefined, status: SigningKeyStatus): ArrangedKey[] =>
  row ? [{ ...row, status }] : [];

/**
 * What each key is for, newest first: at most one that waits and one that it replaced, one that signs, one that only
 * verifies. A key behind these has retired. `after` asks for the arrangement as it will be so many milliseconds later.
 */
export function arrangeKeys(rows: readonly KeyRow[], kind: KeyKind, after = 0): ArrangedKey[] {
  const mine = rows.filter((row) => row.kind === kind);
  const lasting = mine.filter((row) => !isReplaced(row, mine));
  const [current, previous] = lasting.filter(({ startsIn }) => startsIn <= after).sort(byStart);
  const [next] = lasting.filter(({ startsIn }) => startsIn > after).sort(byAge);
  const replaced = next && mine.filter((row) => row !== next && !lasting.includes(row)).sort(byAge)[0];
  if (!current) {
    // A tenant must never be without a key that signs.
    return withStatus(next, 'Current');
  }
  return [
    ...withStatus(next, 'Next'),
    ...withStatus(replaced, 'Replaced'),
    ...withStatus(current, 'Current'),
    ...withStatus(previous, 'Previous'),
  ];
}
