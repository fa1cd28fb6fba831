/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { brandPalette } from '@postern/contracts/brand';
import { expect, test } from 'vitest';

const tokens = readFileSync(new URL('../../../ui/src/tokens.css', import.meta.url), 'utf8');
const theme = readFileSync(new URL('./theme.css', import.meta.url), 'utf8');

function variables(css: string): Record<string, string> {
  const found = css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/--([\w-]+):\s*([^;]+);/g);
  return Object.fromEntries(Array.from(found, ([, name, value]) => [name, String(value).replace(/\s+/g, ' ').trim()]));
}

function lower(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.toLowerCase().replace(/\b0\./g, '.')]),
  );
}

const [tokensLight = '', tokensDark = ''] = tokens.split(/^\[data-theme="dark"\]/m);
const [themeLight = '', themeDark = ''] = theme.split('@media (prefers-color-scheme: dark)');

test.each([
  ['light', themeLight, tokensLight],
  ['dark', themeDark, tokensDark],
])('the %s theme has the values of the design tokens', (_, ours, theirs) => {
  const shared = Object.entries(lower(variables(ours))).filter(([name]) => name.startsWith('ps-'));
  expect(shared.length).toBeGreaterThan(15);
  expect(lower(variables(theirs))).toMatchObject(Object.fromEntries(shared));
});

test.each([
  ['light', themeLight, '#6139F6'],
  ['dark', themeDark, '#8768F8'],
] as const)('the %s theme uses the default brand color without a tenant', (name, css, color) => {
  expect(lower(variables(css))).toMatchObject(lower(brandPalette(color, name)));
});
