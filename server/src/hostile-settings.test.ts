import type { Translation } from '@postern/contracts/experience/custom-phrases';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { wordingForPages } from '@postern/contracts/experience-phrases/wire/convert';
import { wireTable } from '@postern/contracts/experience-phrases/wire/table';
import { normalizeDomain, normalizeEmail } from '@postern/contracts/normalize';
import { expect, test } from 'vitest';
import { compileRules, needsSession } from './features/access/protected-apps/match-rules.ts';
import { refuseEmail } from './features/experience/email-blocklist/index.ts';
import { checkPassword } from './features/experience/password-policy/policy.ts';
import { maskXml } from './features/people/sso-connectors/connection-test/mask-answer.ts';
import { readExtraProfile } from './features/sign-in/sign-in/steps/read-extra-profile.ts';
import { matchesPattern } from './platform/patterns/match.ts';
import { least, longestTurn, slowness } from './platform/testing/measure.ts';
import { testApp } from './testing/test-app.ts';

/** Attack 54: settings that cost much for their size when they are used, as large as a tenant may save them. */
const limit = 50;

const longest = (work: () => Promise<unknown>) =>
  least(limit, async () => {
    const taken = await longestTurn(work);
    return taken < limit ? taken : taken / (await slowness());
  });

const fieldsWith = (type: string, configs: object[]) =>
  configs.map((config, index) => ({ type, name: `field${index}`, required: true, config })) as unknown as Parameters<
    typeof readExtraProfile
  >[1];
const read = (fields: ReturnType<typeof fieldsWith>, value: string, owner = 'hostile') =>
  readExtraProfile(owner, fields, Object.fromEntries(fields.map(({ name }) => [name, value]))).catch(() => undefined);

test('formats of dates that can be read in many ways do not block the requests of others', async () => {
  for (const customFormat of ['dM'.repeat(64), 'Md'.repeat(24), `${'d'.repeat(127)}M`]) {
    const fields = fieldsWith('Date', [{ format: 'custom', customFormat }]);
    for (const value of ['1'.repeat(64), `${'1'.repeat(63)}x`, `${'1'.repeat(36)}x`]) {
      expect(await longest(() => read(fields, value))).toBeLessThan(limit);
    }
  }
});

test('words of a password policy do not block the requests of others', async () => {
  for (const [word, password] of [
    ['A'.repeat(128), 'a'.repeat(256)],
    [`${'x'.repeat(127)}Y`, 'x'.repeat(256)],
    ['İ'.repeat(128), 'i'.repeat(256)],
    ['aB', 'ab'.repeat(128)],
  ] as const) {
    const words = Array.from({ length: 1000 }, (_, index) => `${index}${word}`.slice(0, 128));
    for (const list of [words, words.map((one) => [...one].reverse().join('')), words.map(() => word)]) {
      expect(await longest(async () => checkPassword(password, { rejects: { words: list } }, {}))).toBeLessThan(limit);
    }
  }
});

test('a blocklist of addresses does not block the requests of others', async () => {
  const entries = [
    (index: number) => `@wörd${index}.${'ä'.repeat(50)}.${'ü'.repeat(50)}.example`,
    (index: number) => `${'ﬀ'.repeat(100)}${index}@EXAMPLE.com`,
  ];
  for (const entry of entries) {
    const list = () => Array.from({ length: 10_000 }, (_, index) => entry(index));
    const settings = (customBlocklist: string[]) =>
      ({ emailBlocklistPolicy: { customBlocklist } }) as unknown as SignInExperience;
    const fresh = list();
    expect(await longest(() => refuseEmail(settings([...fresh]), 'anna@example.org'))).toBeLessThan(limit);
    await expect(refuseEmail(settings(fresh), entry(9_999).replace(/^@/, 'anna@'))).rejects.toMatchObject({
      code: 'session.email_blocklist.email_not_allowed',
    });
  }
});

test('a list of wildcards does not block the requests of others, however many stars its entries have', async () => {
  const address = `${'a'.repeat(60)}@${'a.'.repeat(25)}example`;
  for (const entry of [`${'a*'.repeat(120)}b@*.example`, `${'*a'.repeat(100)}@*${'a.*'.repeat(10)}.org`]) {
    const customAllowlist = Array.from({ length: 10_000 }, (_, index) => `${index}${entry.slice(0, 240)}`);
    const customBlocklist = Array.from({ length: 10_000 }, () => entry);
    const settings = { emailBlocklistPolicy: { customBlocklist } } as unknown as SignInExperience;
    expect(await longest(() => refuseEmail(settings, address))).toBeLessThan(limit);
    const allowing = { emailBlocklistPolicy: { customAllowlist } } as unknown as SignInExperience;
    await expect(refuseEmail(allowing, address)).rejects.toMatchObject({
      code: 'session.email_blocklist.email_not_allowed',
    });
  }
});

test('saving a long blocklist does not block the requests of others', async () => {
  const app = await testApp();
  try {
    const token = await app.managementToken();
    for (const entry of [`@${'a.'.repeat(85)}`, `@${'ä'.repeat(60)}.`]) {
      const customBlocklist = Array.from({ length: 10_000 }, (_, index) => `${entry}e${index}`);
      const save = async () => {
        const body = { emailBlocklistPolicy: { customBlocklist } };
        expect((await app.call(signInExperienceApi.update, { token, body })).status).toBe(200);
      };
      expect(await longest(save)).toBeLessThan(limit);
    }
  } finally {
    await app.close();
  }
});

/** Patterns that run forever, that take long to compile, and that are quick enough not to be interrupted. */
const patterns = ['(a+)+$', '(?:(?:(?:a{1,50}){1,50}){1,50}b)', '(?:[^x]{1,1000}){1,100}y', 'a*a*a*b', '(?=(a+)+b)a'];
const longText = 'a'.repeat(400);

test('patterns of profile fields and of pages do not block the requests of others', async () => {
  const formats = Array.from({ length: 20 }, (_, index) => patterns.map((one) => ({ format: `${one}|a{${index}}c` })));
  for (const configs of formats.slice(0, 4)) {
    expect(await longest(() => read(fieldsWith('Regex', configs), longText))).toBeLessThan(limit);
  }
  const rules = compileRules(formats.flatMap((configs) => configs.map(({ format }) => format)).slice(0, 50), 'hostile');
  expect(await longest(() => needsSession(rules, `/${longText}`))).toBeLessThan(limit);
});

test('slow patterns of one tenant do not delay those of another', async () => {
  const evil = Array.from({ length: 50 }, (_, index) =>
    matchesPattern('hostile', { pattern: `(a+)+${index}$`, flags: [''], texts: [longText] }),
  );
  let isOver = false;
  const all = Promise.all(evil).then(() => {
    isOver = true;
  });
  const theirs = [
    matchesPattern('another', { pattern: '^a+$', flags: [''], texts: [longText] }),
    matchesPattern('another', { pattern: '^B$', flags: ['', 'i'], texts: ['c', 'b'] }),
    matchesPattern('another', { pattern: '^(?!a)', flags: [''], texts: [longText] }),
  ];
  expect(await Promise.all(theirs)).toEqual([true, true, false]);
  expect(isOver).toBe(false);
  await all;
});

test('a pattern without a result has none the next time', async () => {
  const ask = () => matchesPattern('hostile', { pattern: '(b+)+$', flags: [''], texts: [`${'b'.repeat(60)}c`] });
  expect(await ask()).toBeUndefined();
  expect(await longest(ask)).toBeLessThan(5);
  expect(await matchesPattern('hostile', { pattern: '(', flags: [''], texts: ['('] })).toBeUndefined();
});

test('long texts of people, providers and headers take as long as they are, not the square', async () => {
  const long = 1_000_000;
  const hostile = `{{${' '.repeat(60_000)}`;
  const phrase = (Object.keys(wireTable)[0] ?? '')
    .split('.')
    .reduceRight<Translation | string>((below, name) => ({ [name]: below }), hostile) as Translation;
  const texts: [string, () => unknown][] = [
    ['an address', () => normalizeEmail(`anna@${'.'.repeat(long)}x`)],
    ['an address within its limit', () => normalizeEmail(`anna@${'.'.repeat(1000)}x`)],
    ['letters of an address', () => normalizeEmail(`anna@${'ä'.repeat(long)}`)],
    ['a domain', () => normalizeDomain(`${' .'.repeat(long)}x`)],
    ['a SAML response', () => maskXml('<SignatureValue '.repeat(30_000))],
    ['a phrase', () => wordingForPages(phrase)],
  ];
  for (const [name, read] of texts) {
    expect(await longest(async () => read()), name).toBeLessThan(limit);
  }
});

test('a header with long spaces does not block the requests of others', async () => {
  const app = await testApp();
  try {
    const headers = { host: 'core.test', 'if-none-match': `"a"${' '.repeat(15_000)}"b"` };
    const ask = () => app.core.inject({ method: 'GET', url: '/api/.well-known/sign-in-exp', headers });
    expect((await ask()).statusCode).toBe(200);
    expect(await longest(ask)).toBeLessThan(limit);
    const { etag } = (await ask()).headers;
    const known = { ...headers, 'if-none-match': `"a" , W/${etag}` };
    const again = await app.core.inject({ method: 'GET', url: '/api/.well-known/sign-in-exp', headers: known });
    expect(again.statusCode).toBe(304);
  } finally {
    await app.close();
  }
});
