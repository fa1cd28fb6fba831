import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readNewest } from './read-changes.ts';

const changelog = `# Changelog

Text.

## Unreleased

## 0.2.0

### Added

Sign-in:

- Codes. See [sign-in](docs/sign-in.md) and [RFC](https://rfc.example).
  More.

Empty:

### Fixed

- A bug: it is gone.

## 0.1.0

### Added

- All.
`;

test('shows the newest version with entries, by group, without links to files', () => {
  expect(readNewest(changelog)).toEqual({
    version: '0.2.0',
    groups: [
      { title: 'Sign-in', text: '- Codes. See sign-in and [RFC](https://rfc.example).\n  More.' },
      { title: 'Fixed', text: '- A bug: it is gone.' },
    ],
  });
});

test('reads the changelog of the product', () => {
  const { groups } = readNewest(readFileSync(new URL('../../../../CHANGELOG.md', import.meta.url), 'utf8'));
  expect(groups.length).toBeGreaterThan(0);
  expect(groups.filter(({ text }) => !text.startsWith('- '))).toEqual([]);
});
