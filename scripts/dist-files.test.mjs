import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compress, filesIn, forgetSuperseded } from './dist-files.mjs';

const day = 24 * 60 * 60 * 1000;
let dist;

beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'postern-dist-'));
  mkdirSync(join(dist, 'assets'));
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));

const at = (name) => join(dist, name);
const write = (...names) => names.map((name) => writeFileSync(at(name), `text of ${name} `.repeat(50)));
const there = () => filesIn(dist).map((file) => relative(dist, file));

test('removes files of old builds a week after they are replaced, and keeps files in use', () => {
  write('index.html', 'assets/old.js', 'assets/old.js.br', 'assets/same.js');
  const built = (now, ...names) => forgetSuperseded(dist, new Set(names.map(at)), now);
  built(0, 'index.html', 'assets/old.js', 'assets/same.js');
  write('assets/new.js', 'assets/new.js.gz');
  const current = ['index.html', 'assets/new.js', 'assets/same.js'];
  built(100 * day, ...current);
  built(106 * day, ...current);
  expect(there()).toContain('assets/old.js.br');
  built(108 * day, ...current);
  expect(there()).toEqual(['assets/new.js', 'assets/new.js.gz', 'assets/same.js', 'index.html']);
});

test('keeps a file that is used again', () => {
  write('assets/a.js');
  forgetSuperseded(dist, new Set(), 0);
  forgetSuperseded(dist, new Set([at('assets/a.js')]), 5 * day);
  forgetSuperseded(dist, new Set(), 10 * day);
  expect(there()).toEqual(['assets/a.js']);
});

test('compresses scripts and styles in both formats, but not images', async () => {
  write('assets/a.js', 'assets/b.css', 'assets/c.png');
  await compress(filesIn(dist));
  expect(there()).toEqual([
    'assets/a.js',
    'assets/a.js.br',
    'assets/a.js.gz',
    'assets/b.css',
    'assets/b.css.br',
    'assets/b.css.gz',
    'assets/c.png',
  ]);
  const plain = readFileSync(at('assets/a.js'));
  expect(brotliDecompressSync(readFileSync(at('assets/a.js.br')))).toEqual(plain);
  expect(gunzipSync(readFileSync(at('assets/a.js.gz')))).toEqual(plain);
});
