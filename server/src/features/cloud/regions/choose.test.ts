import { expect, test } from 'vitest';
import type { Config } from '#platform/config/config';
import { defaultRegions, type RegionConfig } from '#platform/config/regions';
import type { Db } from '#platform/db/db';
import { choosePlace, listRegions } from './choose.ts';

/** Public regions are chosen without a query. */
const db = {} as Db;
const configOf = (regions: readonly RegionConfig[]) => ({ regions }) as Config;
const offered = async (regions: readonly RegionConfig[]) =>
  (await listRegions(configOf(regions), db, 'somebody')).map(({ id }) => id);
const change = (id: string, more: Partial<RegionConfig>) =>
  defaultRegions.map((region) => (region.id === id ? { ...region, ...more } : region));

test('regions that share a database, an address and their purposes are offered as one', async () => {
  expect(await offered(defaultRegions)).toEqual(['EU']);
});

test.each<[string, Partial<RegionConfig>]>([
  ['database', { databaseUrl: 'postgres://us.example/postern' }],
  ['address', { endpoint: 'https://*.us.example.com' }],
  ['list of purposes', { tags: ['development'] }],
])('a region with its own %s is offered too', async (_name, own) => {
  expect(await offered(change('US', own))).toEqual(['EU', 'US']);
});

test('a region in which no tenants are created hides no other', async () => {
  expect(await offered(change('EU', { isSelectable: false }))).toEqual(['US']);
});

test('programs and operators may still name a region that is not offered', async () => {
  const wanted = { regionName: 'JP', tag: 'production', ownerId: 'somebody' } as const;
  expect(await choosePlace(configOf(defaultRegions), db, wanted)).toMatchObject({
    regionName: 'JP',
    databaseRegion: null,
  });
});
