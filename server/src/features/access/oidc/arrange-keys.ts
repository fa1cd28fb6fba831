import type { SigningKeyStatus } from '@postern/contracts/access/signing-keys';
import type { KeyKind, KeyRow } from './keys.store.ts';

export type ArrangedKey = KeyRow & { status: SigningKeyStatus };

const byStart = (one: KeyRow, two: KeyRow) =>
  two.signsFrom - one.signsFrom || two.createdAt - one.createdAt || one.id.localeCompare(two.id);

const byAge = (one: KeyRow, two: KeyRow) => two.createdAt - one.createdAt || byStart(one, two);

/** A key never signs if a newer one was created before its start time. */
const isReplaced = (row: KeyRow, rows: readonly KeyRow[]) =>
  rows.some(({ createdAt }) => createdAt > row.createdAt && createdAt < row.signsFrom);

const withStatus = (row: KeyRow | undefined, status: SigningKeyStatus): ArrangedKey[] =>
  row ? [{ ...row, status }] : [];

/**
 * The state of each key, newest first: at most one waiting, one replaced by it, one that signs, and one that only
 * verifies. Older keys are retired. `after` returns the state that many milliseconds in the future.
 */
export function arrangeKeys(rows: readonly KeyRow[], kind: KeyKind, after = 0): ArrangedKey[] {
  const mine = rows.filter((row) => row.kind === kind);
  const lasting = mine.filter((row) => !isReplaced(row, mine));
  const [current, previous] = lasting.filter(({ startsIn }) => startsIn <= after).sort(byStart);
  const [next] = lasting.filter(({ startsIn }) => startsIn > after).sort(byAge);
  const replaced = next && mine.filter((row) => row !== next && !lasting.includes(row)).sort(byAge)[0];
  if (!current) {
    // A tenant must always have a key that signs.
    return withStatus(next, 'Current');
  }
  return [
    ...withStatus(next, 'Next'),
    ...withStatus(replaced, 'Replaced'),
    ...withStatus(current, 'Current'),
    ...withStatus(previous, 'Previous'),
  ];
}
