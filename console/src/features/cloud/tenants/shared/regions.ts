import { type Region, tenantsApi } from '@postern/contracts/cloud/tenants';
import type { TFunction } from 'i18next';
import { useRead } from '#platform/client/use-read.ts';

const phrases = {
  EU: 'tenants.regions.EU',
  US: 'tenants.regions.US',
  AU: 'tenants.regions.AU',
  JP: 'tenants.regions.JP',
  UK: 'tenants.regions.UK',
} as const;

const isKnown = (id: string): id is keyof typeof phrases => id in phrases;

/** A public region in the console language; a private one by its own name. */
export const regionLabel = (t: TFunction, id: string, name = id) => (isKnown(id) ? t(phrases[id]) : name);

/** Regions in which this person may create a tenant. */
export function useRegions() {
  const { data, ...read } = useRead(tenantsApi.regions, {}, { quiet: true, staleTime: 300_000 });
  return { ...read, data: data?.regions };
}

export type RegionsRead = { data: Region[] | undefined; error: unknown; refetch: () => unknown; isFetching: boolean };
