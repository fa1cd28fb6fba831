import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PagePattern } from '@postern/contracts/operations/page-views';
import { expect, test } from 'vitest';
import { patternOf } from './router/page-path.ts';

const folder = fileURLToPath(new URL('../paths/', import.meta.url));
const paths = readdirSync(folder).flatMap((name) =>
  [...readFileSync(`${folder}${name}`, 'utf8').matchAll(/pagePath\('([^']+)'\)/g)].map((match) => match[1] ?? ''),
);

test.each([...new Set(paths)])('the pattern of %s can be reported', (path) => {
  expect(PagePattern.safeParse(patternOf(`/$tenantId/${path}`)).success).toBe(true);
});

test.each(['/users/u8f3k2', '/users/ada@example.com', '/Users/Ada', '/a b', '/x?y=1', `/${'a'.repeat(60)}`])(
  'the server does not accept %s',
  (path) => {
    expect(PagePattern.safeParse(path).success).toBe(false);
  },
);
