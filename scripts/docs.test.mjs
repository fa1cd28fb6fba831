import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { marked } from 'marked';
import { expect, test } from 'vitest';
import { configGuard } from '../connectors/mail/smtp/config.ts';
import { collectContracts } from './collect-contracts.ts';
import { anchorOf } from './docs/anchor.mjs';
import { englishFiles } from './phrases/files.mjs';
import { root } from './runtime.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const docs = readdirSync(join(root, 'docs'), { recursive: true })
  .filter((path) => path.endsWith('.md'))
  .map((path) => join('docs', path));
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', ...docs];

const anchorsOf = (path) => [...read(path).matchAll(/^#{1,6} (.+)$/gm)].map(([, text]) => anchorOf(text));

function linksOf(path) {
  const links = [];
  marked.walkTokens(marked.lexer(read(path)), ({ type, href }) => {
    if ((type === 'link' || type === 'image') && !/^[a-z]+:/.test(href)) links.push(href);
  });
  return links;
}

function isBroken(page, link) {
  const [file, anchor] = link.split('#');
  const target = file ? relative(root, join(root, dirname(page), file)) : page;
  if (!existsSync(join(root, target))) return true;
  return anchor !== undefined && !anchorsOf(target).includes(anchor);
}

test('relative links in the documentation are valid', () => {
  const broken = pages.flatMap((page) =>
    linksOf(page).flatMap((link) => (isBroken(page, link) ? `${page}: ${link}` : [])),
  );
  expect(broken).toEqual([]);
});

test('the README links to every page of the documentation', () => {
  const linked = linksOf('README.md').map((link) => link.split('#')[0]);
  expect(docs.filter((page) => !page.includes('decisions') && !linked.includes(page))).toEqual([]);
});

test('operations lists every environment variable of the configuration', () => {
  const schema =
    /const Environment = z\.object\(\{\n(.*?)^\}\);/ms.exec(read('server/src/platform/config/config.ts'))?.[1] ?? '';
  const names = [...schema.matchAll(/^ {2}([A-Z][A-Z\d_]+):/gm)].map(([, name]) => name);
  expect(names).toEqual(expect.arrayContaining(['NODE_ENV', 'PORT', 'DATABASE_URL', 'ADMIN_GITHUB_CLIENT_SECRET']));
  const page = read('docs/operations.md');
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('operations lists every command of the CLI', () => {
  const files = readdirSync(join(root, 'server/src/cli')).filter(
    (name) => name.endsWith('.ts') && !name.includes('.test.'),
  );
  const texts = files.map((name) => read(join('server/src/cli', name)));
  const names = texts.flatMap((text) => [...text.matchAll(/name: '([a-z]+ [a-z\d-]+)'/g)].map(([, name]) => name));
  expect(names).toEqual(expect.arrayContaining(['db migrate', 'tenant deletions']));
  const page = read('docs/operations.md');
  expect(names.filter((name) => !page.includes(`\`${name}`))).toEqual([]);
});

test('every npm command that the documentation names exists', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const named = pages.flatMap((page) => [...read(page).matchAll(/npm run ([a-z:]+)/g)].map(([, name]) => name));
  expect(named).toContain('dev');
  expect([...new Set(named)].filter((name) => !scripts[name])).toEqual([]);
});

const images = readdirSync(join(root, 'docs', 'images')).map((name) => `docs/images/${name}`);
const shown = pages.flatMap((page) =>
  linksOf(page)
    .filter((link) => /\.(webp|png|jpe?g|svg)$/.test(link))
    .map((link) => relative(root, join(root, dirname(page), link))),
);

test('every picture is shown, exists in light and dark, and is small', () => {
  const twins = shown.flatMap((path) => [path, path.replace('-light.', '-dark.')]);
  expect(images.toSorted()).toEqual([...new Set(twins)].toSorted());
  const total = images.reduce((sum, path) => sum + statSync(join(root, path)).size, 0);
  expect(total).toBeLessThan(2_500_000);
});

test('the script for screenshots takes every picture', () => {
  const names = [...read('e2e/take-screenshots.ts').matchAll(/name: '([a-z-]+)'/g)].map(([, name]) => name);
  const taken = names.flatMap((name) => ['light', 'dark'].map((theme) => `docs/images/${name}-${theme}.webp`));
  expect(taken.toSorted()).toEqual(images.toSorted());
});

/** All texts inside an object of phrases. */
const textsIn = (value) => (typeof value === 'string' ? [value] : Object.values(value).flatMap(textsIn));

test('how-tos name the controls of the console as they are written there', async () => {
  const files = [...englishFiles().values()].filter((path) => path.startsWith('console/'));
  const known = new Set([
    ...files.flatMap((path) => textsIn(JSON.parse(read(path)))),
    ...[...read('connectors/mail/smtp/metadata.ts').matchAll(/label: '([^']+)'/g)].map(([, label]) => label),
  ]);
  const howTos = docs.filter((page) => page.startsWith(join('docs', 'how-to')));
  const unknown = howTos.flatMap((page) =>
    [...read(page).matchAll(/\*\*([^*]+)\*\*/g)]
      .map(([, label]) => label.replace(/\s+/g, ' '))
      .filter((label) => !known.has(label))
      .map((label) => `${page}: ${label}`),
  );
  expect(howTos.length).toBeGreaterThanOrEqual(12);
  expect(unknown).toEqual([]);
});

test('the requests in how-tos match the contracts', async () => {
  const contracts = (await collectContracts()).map(({ contract }) => contract);
  const calls = docs
    .filter((page) => page.startsWith(join('docs', 'how-to')))
    .flatMap((page) =>
      [...read(page).matchAll(/curl -X (\w+) \S+?(\/api\/[\w/-]+)[^']*'content-type: [^']+' -d '([^']+)'/g)].map(
        ([, method, path, body]) => ({ page, method, path, body: JSON.parse(body) }),
      ),
    );
  const wrong = calls.flatMap(({ page, method, path, body }) => {
    const contract = contracts.find((one) => one.method === method && one.path === path);
    const result = contract?.body.safeParse(body);
    return result?.success ? [] : [`${page}: ${method} ${path} ${result?.error.message}`];
  });
  expect(wrong).toEqual([]);
  expect(calls.length).toBeGreaterThanOrEqual(4);
  const smtp = calls.find(({ body }) => body.connectorId === 'simple-mail-transfer-protocol');
  expect(configGuard.safeParse(smtp.body.config)).toMatchObject({ success: true });
});
