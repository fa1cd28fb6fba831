import { expect, test } from 'vitest';
import { compileRules as compile, needsSession, type PageRules } from './match-rules.ts';

const compileRules = (patterns: string[]) => compile(patterns, 'default');
const needsEach = (rules: PageRules, paths: string[]) => Promise.all(paths.map((path) => needsSession(rules, path)));

test('all paths need a session without rules', async () => {
  expect(await needsSession(compileRules([]), '/')).toBe(true);
  expect(await needsSession(compileRules([]), '/public/a.css')).toBe(true);
});

test('only matching paths need a session with rules', async () => {
  const rules = compileRules(['^/admin', '^/caf\u00e9$']);
  const guarded = ['/admin', '/admin/users', '/ADMIN', '/caf%C3%A9', '/caf%C3%A9/'];
  expect(await needsEach(rules, guarded)).toEqual(guarded.map(() => true));
  const open = ['/', '/public', '/a/admin', '/my%20file.pdf', '/a.b/c~d', '/@user:1,2'];
  expect(await needsEach(rules, open)).toEqual(open.map(() => false));
});

test.each([
  ['//admin'],
  ['/public//admin'],
  ['/./admin'],
  ['/public/../admin'],
  ['/public/..'],
  ['/%2e/admin'],
  ['/public/%2E%2e/admin'],
  ['/public%2fadmin'],
  ['/public%5cadmin'],
  ['/public\\..\\admin'],
  ['/%61dmin'],
  ['/%2561dmin'],
  ['/public;/../admin'],
  ['/;x=1/admin'],
  ['/public%3b'],
  ['/public%00'],
  ['/public%0a'],
  ['/public%3fadmin'],
  ['/public#/admin'],
  ['/admin.'],
  ['/admin%20'],
  ['/%c0%ae%c0%ae/admin'],
  ['/%zz'],
  ['/\u0130'],
])('a path that origins may read differently needs a session: %s', async (path) => {
  expect(await needsSession(compileRules(['^/admin$']), path)).toBe(true);
});

test('full-width letters match the rule of their plain form', async () => {
  expect(await needsSession(compileRules(['^/admin$']), encodeURI('/\uff41dmin'))).toBe(true);
});

test('a rule with an exception protects every spelling of other paths', async () => {
  const rules = compileRules(['^(?!/public)']);
  expect(await needsSession(rules, '/public/a')).toBe(false);
  expect(await needsEach(rules, ['/PUBLIC/../x', '/public/../admin', '/admin'])).toEqual([true, true, true]);
});

test('attack 36: a pattern that runs forever counts as matching, and runs only once', async () => {
  const rules = compileRules(['^(a+)+$', '^/((x+)+)+y$']);
  const before = process.threadCpuUsage();
  for (let index = 0; index < 50; index += 1) {
    expect(await needsSession(rules, `/${'x'.repeat(40 + index)}`)).toBe(true);
  }
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(500);
});
