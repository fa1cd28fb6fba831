import { readdir } from 'node:fs/promises';
import type { AnyEndpoint } from '@postern/contracts/endpoint';

const folder = new URL('../contracts/src/', import.meta.url);

type Collected = {
  /** The wing of the contract's file; undefined for files next to the wings. */
  wing: string | undefined;
  contract: AnyEndpoint;
};

/** All endpoints of every `…Api` that a contract exports, in the order of wings and files. */
export async function collectContracts(): Promise<Collected[]> {
  const files = (await readdir(folder, { recursive: true }))
    .filter((name) => /^([\w-]+\/)?[\w-]+\.ts$/.test(name))
    .sort();
  const collected = await Promise.all(
    files.map(async (name): Promise<Collected[]> => {
      const exported: Record<string, unknown> = await import(new URL(name, folder).href);
      const wing = name.includes('/') ? name.split('/')[0] : undefined;
      // Exports named …Api are records of endpoints; contracts use the name for nothing else.
      const apis = Object.entries(exported).filter(([key]) => key.endsWith('Api'));
      return apis.flatMap(([, api]) =>
        Object.values(api as Record<string, AnyEndpoint>).map((contract) => ({ wing, contract })),
      );
    }),
  );
  return collected.flat();
}
