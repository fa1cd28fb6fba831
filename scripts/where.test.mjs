import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from './runtime.mjs';

const where = (word) =>
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/where.ts', word], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n');

test('lists the files of a slice in every runtime, with its texts and tables', () => {
  expect(where('webhooks')).toEqual(
    expect.arrayContaining([
      'contracts/src/records/webhooks.ts',
      'server/src/features/records/webhooks/store.ts',
      'console/src/features/records/webhooks/phrases.en.json',
      'translations/de/records.webhooks.json',
      'e2e/records/webhooks.spec.ts',
      expect.stringMatching(/^server\/migrations\/.*table webhook_deliveries$/),
    ]),
  );
});

test('finds parts of the platform, and slices whose folders have different names', () => {
  expect(where('palette')).toContain('console/src/platform/palette/phrases.en.json');
  expect(where('mfa')).toEqual(where('factors'));
  expect(where('mfa')).toEqual(
    expect.arrayContaining([
      'console/src/features/experience/mfa/index.tsx',
      expect.stringMatching(/^server\/src\/features\/sign-in\/factors\//),
    ]),
  );
});
