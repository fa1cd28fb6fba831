import { readdirSync, readFileSync } from 'node:fs';
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Readme } from './readme.tsx';

const render = (markdown: string) =>
  renderToStaticMarkup(
    <MantineProvider>
      <Readme markdown={markdown} />
    </MantineProvider>,
  );

test('omits the title; lists may contain code and nested lists, tables and inline marks are kept', () => {
  const html = render('# A\n\n## B\n\n1. first\n   goes on\n   - **inner** `c*d*`\n\n| x | y |\n|---|---|\n| 1 | 2 |');
  expect(html).not.toContain('>A<');
  expect(html).toContain('<h3>B</h3>');
  expect(html).toMatch(
    /<ol><li>first\s+goes on<ul><li><strong>inner<\/strong> <code>c\*d\*<\/code><\/li><\/ul><\/li><\/ol>/,
  );
  expect(html).toContain('<th>x</th><th>y</th>');
  expect(html).toContain('<td>1</td><td>2</td>');
});

test('links only to allowed addresses, does not load pictures, and keeps HTML as text', () => {
  const html = render(
    '[e](https://f.test/g) [x](javascript:alert(1)) ![logo](https://h.test/logo.svg) <b onclick="x()">y</b>\n\n<script>z()</script>',
  );
  expect(html).toContain('href="https://f.test/g"');
  expect(html).not.toMatch(/javascript:|<img|<b |<script>z/);
  expect(html).toContain('logo');
  expect(html).toContain('&lt;script&gt;');
});

test('no word of our own guides is lost', () => {
  const folders = ['mail', 'sms', 'social'].map(
    (kind) => new URL(`../../../../../connectors/${kind}/`, import.meta.url),
  );
  const guides = folders.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => readFileSync(new URL(`${name}/README.md`, folder), 'utf8')),
  );
  expect(guides.length).toBeGreaterThan(10);
  const words = (text: string) => new Set(text.match(/\p{L}{3,}/gu));
  for (const guide of guides) {
    const shown = words(render(guide.replace(/^# .*/, '')));
    expect([...words(guide.replace(/^# .*/, ''))].filter((word) => !shown.has(word))).toEqual([]);
  }
});
