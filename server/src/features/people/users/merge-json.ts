import { maxCustomDataLength } from '@postern/contracts/people/users';
import type { Db } from '#platform/db';
import { invalidInput } from '#platform/errors';
import type { RuleSentence } from '#platform/issue-sentences.de';
import { updateUserJson } from './store.ts';

/** Merges keys into the stored object. Throws if the result is too large, which rolls back the transaction. */
export async function mergeUserJson(
  db: Db,
  id: string,
  column: 'custom_data' | 'profile',
  patch: Record<string, unknown>,
): Promise<Record<string, unknown> | undefined> {
  const merged = await updateUserJson(db, id, column, patch);
  if (merged && JSON.stringify(merged).length > maxCustomDataLength) {
    const message: RuleSentence = 'Together with what is there it has more than {{max}} characters.';
    const fill = { max: maxCustomDataLength };
    throw invalidInput('body', [{ path: [column === 'profile' ? 'profile' : 'customData'], message, fill }]);
  }
  return merged;
}
