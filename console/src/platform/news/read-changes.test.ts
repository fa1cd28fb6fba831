import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readReleases } from './read-changes.ts';

const root = new URL('../../../../', import.meta.url);

const changelog = `# Changelog

Text.

## Unreleased

### Added

- Soon. \`SOME_VARIABLE\` turns it on.

## 0.2.0 - 2026-02-03

Codes are new.

### Highlights

- **Codes and links.** People sign in with codes, see [sign-in](docs/sign-in/sign-in.md#codes),
  [why](docs/decisions/0001-x.md), [a file](server/a.ts) and [RFC](https://rfc.example).
  ![The sign-in page](docs/images/sign-in-light.webp)
- **Faster.** Everything.

### Added

- Codes. \`CODE_LENGTH\` sets their length.

## 0.1.0 - 2026-01-02

The first release, see [start](docs/start.md).

**On upgrade:** set \`OTHER_VARIABLE\`.

### Added

- All.

## 0.0.1

- Not dated.
`;

test('shows the highlights of dated releases, newest first, with links to pages and a picture', () => {
  expect(readReleases(changelog, 'https://a.test/docs')).toEqual([
    {
      version: '0.2.0',
      date: '2026-02-03',
      summary: '',
      highlights: [
        {
          title: 'Codes and links',
          text: [
            'People sign in with codes, see [sign-in](https://a.test/docs/sign-in#codes),',
            '[why](https://a.test/docs/decisions/0001-x), a file and [RFC](https://rfc.example).',
          ].join('\n'),
          picture: { path: 'docs/images/sign-in-light.webp', alt: 'The sign-in page' },
        },
        { title: 'Faster', text: 'Everything.' },
      ],
    },
    {
      version: '0.1.0',
      date: '2026-01-02',
      summary: 'The first release, see [start](https://a.test/docs/start).',
      highlights: [],
    },
  ]);
});

test('reads the changelog of the product: titles, texts and pictures that exist', () => {
  const releases = readReleases(readFileSync(new URL('CHANGELOG.md', root), 'utf8'), '/docs');
  expect(releases.map(({ version }) => version)).toEqual(expect.arrayContaining(['0.2.0', '0.1.0']));
  for (const { version, summary, highlights } of releases) {
    expect([version, summary !== '' || highlights.length > 0]).toEqual([version, true]);
    for (const { title, text, picture } of highlights) {
      expect([title, text.length > 0, picture ? existsSync(new URL(picture.path, root)) : true]).toEqual([
        expect.stringMatching(/\S/),
        true,
        true,
      ]);
    }
  }
});
