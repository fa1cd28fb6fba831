import type { App } from '#platform/app';
import { type Resealed, unsealColumns } from '#platform/secrets/sealed-columns';
import { delaySealing } from './store.ts';

type Needs = Pick<App, 'tenancy' | 'vault' | 'sealed'>;

async function unseal({ tenancy, vault, sealed }: Needs, isDry: boolean): Promise<Resealed> {
  const columns = sealed.filter(({ sealPlain }) => sealPlain);
  const total: Resealed = { changed: 0, unreadable: 0 };
  for (const region of [undefined, ...tenancy.reachable()]) {
    if (!isDry) {
      await tenancy.system(delaySealing, region);
    }
    const { changed, unreadable } = await unsealColumns((work) => tenancy.system(work, region), vault, columns, isDry);
    total.changed += changed;
    total.unreadable += unreadable;
  }
  return total;
}

/** Secrets that an earlier release would have stored as plain text: how many there are, and how many no key opens. */
export const countSealedSettings = (app: Needs): Promise<Resealed> => unseal(app, true);

/** Decrypts them in all reachable databases. No node of this release may run: it would encrypt them again. */
export const unsealSettings = (app: Needs): Promise<Resealed> => unseal(app, false);
