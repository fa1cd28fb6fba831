import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { kindOf } from './name-queue.ts';

const server = fileURLToPath(new URL('../../../../../server/src/features', import.meta.url));

/** The names of queues and of recurring work in the sources of the server. */
const names = globSync('**/*.ts', { cwd: server, exclude: (file) => file.endsWith('.test.ts') }).flatMap((file) =>
  [
    ...readFileSync(`${server}/${file}`, 'utf8').matchAll(
      /(?:\bqueue: |Queue = |\bname: (?='[^']+',\s+everySeconds))'([a-z-]+\.[a-z-]+|user-jobs)'/g,
    ),
  ].map(([, name = '']) => name),
);

test('every queue of the server has a name in words', () => {
  expect(names.length).toBeGreaterThan(60);
  expect(names.filter((name) => kindOf(name) === undefined)).toEqual([]);
});

test('names tell what a queue does', () => {
  expect(kindOf('webhooks.deliver')).toBe('webhooks');
  expect(kindOf('webhooks.sweep')).toBe('cleanup');
  expect(kindOf('sso-connectors.refresh-metadata')).toBe('ssoMetadata');
  expect(kindOf('sso-connectors.warn-certificate')).toBe('emails');
  expect(kindOf('mails.one')).toBeUndefined();
});
