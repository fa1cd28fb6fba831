import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newTenantId } from '#platform/secrets/ids';
import { endpointOf, endpointPatterns, readConfig } from './config.ts';
import { holdsUserData, regionOf } from './regions.ts';

const database = 'postgres://postern:hunter2@db.us.example/postern';
const us = { id: 'US', name: 'West US', country: 'US', databaseUrl: database, endpoint: 'https://*.us.example.com' };
const cloud = (regions: unknown, more = {}) =>
  readConfig({ EDITION: 'cloud', REGIONS: typeof regions === 'string' ? regions : JSON.stringify(regions), ...more });

test('has five regions by default, without separate databases or endpoints', () => {
  const { regions } = readConfig({ EDITION: 'cloud' });
  expect(regions.map(({ id, isSelectable }) => [id, isSelectable])).toEqual([
    ['EU', true],
    ['US', true],
    ['AU', true],
    ['JP', true],
    ['UK', false],
  ]);
  expect(regionOf(regions, 'us12345678')).toBeUndefined();
});

test('holds user data only with its own database and storage', () => {
  const storage = { bucket: 'us-files', accessKeyId: 'id', secretAccessKey: 'hunter2' };
  const { databaseUrl: _, ...without } = us;
  expect(readConfig({ EDITION: 'cloud' }).regions.some(holdsUserData)).toBe(false);
  expect(cloud([us, { ...us, id: 'AU', endpoint: undefined, storage }]).regions.map(holdsUserData)).toEqual([
    false,
    true,
  ]);
  // Storage without a database.
  expect(() => cloud([{ ...without, storage }])).toThrow(/storage needs a databaseUrl/);
  expect(() => cloud([{ ...us, storage: { ...storage, bucket: '' } }])).toThrow(/REGIONS/);
});

test('reads the list from a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'postern-regions-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'regions.json');
  await writeFile(file, JSON.stringify([us]));
  expect(cloud(file).regions).toEqual(cloud([us]).regions);
});

describe('a tenant id', () => {
  const config = cloud([us, { id: 'Acme-1', name: 'Acme', country: 'EU', endpoint: 'https://*.acme.example.com' }]);

  test('contains its region if the database or the endpoint depends on it', () => {
    for (const code of ['us', 'acme1']) {
      const id = newTenantId(code);
      expect(regionOf(config.regions, id)?.code).toBe(code);
      expect(id.length).toBeLessThanOrEqual(19);
    }
    expect(endpointOf(config, 'us12345678')).toBe('https://us12345678.us.example.com');
    expect(endpointPatterns(config)).toHaveLength(3);
  });

  test('in the home region never matches a region', () => {
    for (let tries = 0; tries < 2000; tries += 1) {
      expect(regionOf(config.regions, newTenantId())).toBeUndefined();
    }
    for (const id of ['admin', 'default', 'us123456', 'usabcdef', 'ab12345678']) {
      expect(regionOf(config.regions, id)).toBeUndefined();
    }
  });
});

describe('reports errors without secrets', () => {
  const wrong: [string, unknown, RegExp][] = [
    ['no JSON', '[{"databaseUrl": "postgres://x:hunter2@y', /is not JSON/],
    ['no file', '/no/such/file', /path of a file/],
    ['nothing', [], /one region at least/],
    ['a name twice', [us, { ...us, code: 'us2', endpoint: undefined }], /US twice/],
    ['a code twice', [us, { ...us, id: 'us', endpoint: undefined }], /us twice/],
    ['an address twice', [us, { ...us, id: 'X2', code: 'x2' }], /twice/],
    ['no database', [{ ...us, databaseUrl: 'mysql://x:hunter2@y' }], /0\.databaseUrl must be a postgres/],
    [
      'an address without a place for the tenant',
      [{ ...us, endpoint: 'https://us.example.com' }],
      /endpoint must contain \*/,
    ],
    ['no code', [{ ...us, id: '日本' }], /code must be 2 to 8/],
    ['a key that nobody knows', [{ ...us, databaseurl: database }], /databaseurl/],
    ['the address of home', [{ ...us, endpoint: 'http://*.localhost:3001' }], /ENDPOINT/],
  ];
  test.each(wrong)('%s', (_, regions, message) => {
    let reported = '';
    try {
      cloud(regions);
    } catch (error) {
      reported = String(error);
    }
    expect(reported).toMatch(/REGIONS: /);
    expect(reported).toMatch(message);
    expect(reported).not.toContain('hunter2');
  });

  test('the open-source edition has no regions', () => {
    expect(() => readConfig({ REGIONS: JSON.stringify([us]) })).toThrow(/cloud edition only/);
  });
});
