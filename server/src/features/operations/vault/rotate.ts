import { resealChains } from '#features/records/audit';
import type { App } from '#platform/app';
import { type Resealed, resealColumns } from '#platform/secrets/sealed-columns';

type Rotation = Resealed & { chains: number };

/** Nodes may store a value with the older key while the rotation runs; the next pass finds it. */
const maxPasses = 5;

async function rotateIn({ tenancy, vault, sealed }: Pick<App, 'tenancy' | 'vault' | 'sealed'>, region?: string) {
  const { changed, unreadable } = await resealColumns((work) => tenancy.system(work, region), vault, sealed);
  let chains = 0;
  for (let after = ''; ; ) {
    const page = await tenancy.system((db) => resealChains(db, vault, after), region);
    if (!page) {
      return { changed, unreadable, chains };
    }
    chains += page.changed;
    after = page.last;
  }
}

/** Encrypts every secret, and seals every audit chain, with the first key of the vault, in all reachable databases. */
export async function rotateSecrets(app: Pick<App, 'tenancy' | 'vault' | 'sealed'>): Promise<Rotation> {
  const total: Rotation = { changed: 0, unreadable: 0, chains: 0 };
  for (const region of [undefined, ...app.tenancy.reachable()]) {
    for (let pass = 0; pass < maxPasses; pass += 1) {
      const { changed, unreadable, chains } = await rotateIn(app, region);
      total.changed += changed;
      total.chains += chains;
      if (changed + chains === 0 || pass === maxPasses - 1) {
        total.unreadable += unreadable;
        break;
      }
    }
  }
  return total;
}
