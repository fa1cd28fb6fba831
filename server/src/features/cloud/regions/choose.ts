import type { Region, TenantTag } from '@postern/contracts/cloud/tenants';
import type { App } from '#platform/app';
import type { Config } from '#platform/config/config';
import { holdsUserData, idPrefixOf, type RegionConfig } from '#platform/config/regions';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { findProvenEmail } from './store.ts';

type Person = { id: string; email: string | undefined };

const isMember = ({ members }: RegionConfig, { id, email }: Person) =>
  members.some((member) => {
    const wanted = member.toLowerCase();
    return (
      member === id || (email !== undefined && (wanted === email || (wanted[0] === '@' && email.endsWith(wanted))))
    );
  });

const isFor = (region: RegionConfig, person: Person) =>
  region.isSelectable && (!region.isPrivate || isMember(region, person));

async function readPerson({ regions }: Config, db: Db, id: string): Promise<Person> {
  return { id, email: regions.some(({ isPrivate }) => isPrivate) ? await findProvenEmail(db, id) : undefined };
}

/** Where the data of a tenant is, at which address, and for what. */
const placeOf = ({ databaseUrl, storage, endpoint, tags }: RegionConfig) =>
  JSON.stringify([databaseUrl, storage, endpoint, [...tags].sort()]);

/** Public regions that are one place are offered once: a choice between them would decide nothing. */
function withoutTwins(regions: readonly RegionConfig[]): RegionConfig[] {
  const open = regions.filter(({ isPrivate }) => !isPrivate);
  const first = new Map(open.toReversed().map((region) => [placeOf(region), region]));
  return regions.filter((region) => region.isPrivate || first.get(placeOf(region)) === region);
}

/** Regions in which a user may create a tenant. For the system handle. */
export async function listRegions(config: Config, db: Db, userId: string): Promise<Region[]> {
  const person = await readPerson(config, db, userId);
  return withoutTwins(config.regions.filter((region) => isFor(region, person))).map((region) => {
    const { id, name, country, tags, isPrivate } = region;
    return { id, name, country, tags, isPrivate, holdsUserData: holdsUserData(region) };
  });
}

type NewTenant = { regionName: string; tag: TenantTag; ownerId: string | undefined };

/** Where to create a tenant: the prefix of its id and the region whose database holds its data. */
export type Place = { regionName: string; idPrefix: string; databaseRegion: string | null };

/** The place for a new tenant. Operators pass no owner and may use any region on offer. For the system handle. */
export async function choosePlace(config: Config, db: Db, { regionName, tag, ownerId }: NewTenant): Promise<Place> {
  const region = config.regions.find(({ id }) => id === regionName);
  const may =
    region && (ownerId === undefined ? region.isSelectable : isFor(region, await readPerson(config, db, ownerId)));
  if (!may) {
    throw new AppError('tenant.region_not_available');
  }
  if (!region.tags.includes(tag)) {
    throw new AppError('tenant.tag_not_allowed');
  }
  return { regionName, idPrefix: idPrefixOf(region), databaseRegion: region.databaseUrl ? region.code : null };
}

/** A development-only region accepts no production tenants, regardless of how they are created. */
export function requireTag({ regions }: Pick<Config, 'regions'>, regionName: string, tag: TenantTag): void {
  if (regions.find(({ id }) => id === regionName)?.tags.includes(tag) === false) {
    throw new AppError('tenant.tag_not_allowed');
  }
}

/** Called before anything is created, so that requests for an unreachable region fail early. */
export function requireRegionInReach({ config, tenancy }: Pick<App, 'config' | 'tenancy'>, regionName: string): void {
  const region = config.regions.find(({ id }) => id === regionName);
  if (region?.databaseUrl && !region.isPrivate && !tenancy.reachable().includes(region.code)) {
    throw new AppError('tenant.region_unavailable', { values: { region: region.name }, retryAfter: 5 });
  }
}
