import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readNewest } from './read-changes.ts';

const changelog = `# Changelog

Text.

## Unreleased

## 0.2.0 - 2026-02-03

Codes are new, see [sign-in](docs/sign-in/sign-in.md).

Nothing to do on upgrade.

### Added

Sign-in:

- Codes. See [sign-in](docs/sign-in/sign-in.md#codes), [why](docs/decisions/0001-x.md), [a file](server/a.ts)
  and [RFC](https://rfc.example).

Empty:

### Fixed

- A bug: it is gone.

## 0.1.0

### Added

- All.
`;

test('shows the newest version with entries, by group, with links to pages', () => {
  expect(readNewest(changelog, 'https://a.test/docs')).toEqual({
    version: '0.2.0',
    date: '2026-02-03',
    summary: 'Codes are new, see [sign-in](https://a.test/docs/sign-in).\n\nNothing to do on upgrade.',
    groups: [
      {
        title: 'Sign-in',
        text: [
          '- Codes. See [sign-in](https://a.test/docs/sign-in#codes), [why](https://a.test/docs/decisions/0001-x), a file',
          '  and [RFC](https://rfc.example).',
        ].join('\n'),
      },
      { title: 'Fixed', text: '- A bug: it is gone.' },
    ],
  });
});

test('changes without a version have no date and may have no summary', () => {
  const unreleased = changelog.replace('## Unreleased\n', '## Unreleased\n\n### Added\n\n- Soon.\n');
  expect(readNewest(unreleased, '')).toEqual({
    version: 'Unreleased',
    date: undefined,
    summary: '',
    groups: [{ title: 'Added', text: '- Soon.' }],
  });
});

test('reads the changelog of the product', () => {
  const { groups } = readNewest(readFileSync(new URL('../../../../CHANGELOG.md', import.meta.url), 'utf8'), '/docs');
  expect(groups.length).toBeGreaterThan(0);
  expect(groups.filter(({ text }) => !text.startsWith('- '))).toEqual([]);
});
