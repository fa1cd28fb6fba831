import type { Db } from '#platform/db';
import { insertScopes } from './scopes.store.ts';
import { insertResource } from './store.ts';

export type SeededResource = {
  id: string;
  name: string;
  indicator: string;
  scopes: { id: string; name: string; description: string }[];
};

/** An API resource that the product itself serves. */
export async function seedResource(db: Db, { id, scopes, ...resource }: SeededResource): Promise<void> {
  await insertResource(db, id, resource);
  await insertScopes(db, id, scopes);
}
