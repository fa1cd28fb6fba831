import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const features = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const owners = ['people/organizations/', 'access/organization-template/'];

/** A store may read any table, but writes only its own. */
const write =
  /(?:insertInto|updateTable|deleteFrom)\(\s*'organization|(?:insert into|update|delete from)\s+organization/;

const files = globSync('**/*.ts', { cwd: features }).filter((file) => !file.endsWith('.test.ts'));
const writers = files.filter((file) => write.test(readFileSync(join(features, file), 'utf8')));

test('only the slices of organizations write the tables of organizations', () => {
  const others = writers.filter((file) => !owners.some((one) => file.startsWith(one)));
  expect(others).toEqual([]);
});

test('the search finds the writes of the owners', () => {
  for (const owner of owners) {
    expect(writers.filter((file) => file.startsWith(owner)).length, owner).toBeGreaterThan(0);
  }
});
