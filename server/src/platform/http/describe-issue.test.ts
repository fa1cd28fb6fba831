import { readdirSync } from 'node:fs';
import { Origin, RedirectUri, WebAddress } from '@postern/contracts/fields';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sentences } from '#platform/i18n/issue-sentences';
import { contractSentences, ruleSentences } from '#platform/i18n/known-sentences';
import { sentencesIn } from '#platform/testing/sentences-in';
import { describeIssues } from './describe-issue.ts';

const issuesOf = (schema: z.ZodType, value: unknown) =>
  describeIssues(schema.safeParse(value, { reportInput: true }).error?.issues ?? [], 20);

describe('codes and sentences per kind', () => {
  test.each<[string, z.ZodType, unknown, string, string, Record<string, string | number> | undefined]>([
    ['a short text', z.string().min(3), 'a', 'too_short', sentences.tooShort, { min: '3' }],
    ['an exact length', z.string().length(4), 'a', 'too_short', sentences.exactLength, { count: '4' }],
    ['an empty list', z.array(z.string()).min(1), [], 'too_few', sentences.oneEntry, undefined],
    ['a short list', z.array(z.string()).min(2), [], 'too_few', sentences.tooFew, { min: '2' }],
    ['a long list', z.array(z.int()).max(1), [1, 2], 'too_many', sentences.tooMany, { max: '1' }],
    ['a small number', z.number().min(1), 0, 'too_small', sentences.tooSmall, { min: '1' }],
    ['an excluded bound', z.number().gt(1), 1, 'too_small', sentences.more, { min: '1' }],
    ['a fraction', z.int(), 1.5, 'wrong_type', sentences.wholeNumber, undefined],
    ['a list as text', z.array(z.string()), 'a', 'wrong_type', sentences.list, undefined],
    ['a URL', z.url(), 'a', 'invalid_url', sentences.url, undefined],
    ['a day', z.iso.date(), 'a', 'invalid_date', sentences.date, undefined],
    ['another pattern', z.string().regex(/^x$/), 'a', 'invalid_format', sentences.format, undefined],
    ['a rule without words', z.string().refine(() => false), 'a', 'custom', sentences.value, undefined],
    ['a rule with words', z.string().refine(() => false, 'Say it.'), 'a', 'custom', 'Say it.', undefined],
    ['a pattern with words', z.string().regex(/^x$/, 'Write x.'), 'a', 'invalid_format', 'Write x.', undefined],
    ['a multiple', z.number().multipleOf(5), 7, 'invalid_value', sentences.multiple, { divisor: 5 }],
  ])('%s', (_, schema, value, code, sentence, values) => {
    expect(issuesOf(schema, value)).toEqual([{ path: [], code, sentence, ...(values ? { values } : {}) }]);
  });

  test('describes the matching form of a union', () => {
    const schema = z.object({ to: z.union([z.literal(''), z.url()]), who: z.union([z.string(), z.array(z.email())]) });
    expect(issuesOf(schema, { to: 'nonsense', who: ['a@example.com', 'b'] })).toEqual([
      { path: ['to'], code: 'invalid_url', sentence: sentences.url },
      { path: ['who', 1], code: 'invalid_email', sentence: sentences.email },
    ]);
    expect(issuesOf(schema, { to: 5, who: 'x' })).toEqual([
      { path: ['to'], code: 'invalid_value', sentence: sentences.value },
    ]);
    expect(issuesOf(schema, { who: 'x' })).toEqual([{ path: ['to'], code: 'required', sentence: sentences.required }]);
  });

  test('reports a missing and an unknown discriminator of a union', () => {
    const schema = z.discriminatedUnion('type', [
      z.object({ type: z.literal('email') }),
      z.object({ type: z.literal('phone') }),
    ]);
    expect(issuesOf(schema, {})).toEqual([{ path: ['type'], code: 'required', sentence: sentences.required }]);
    expect(issuesOf(schema, { type: 'fax' })).toMatchObject([{ path: ['type'], code: 'invalid_value' }]);
  });

  test('describes issues of another zod version by their code', () => {
    const found = [
      { path: ['key'], code: 'invalid_type', received: 'undefined' },
      { path: ['url'], code: 'invalid_string', validation: 'url' },
      { path: ['text'], code: 'too_small', type: 'string', minimum: 8 },
      { path: ['kind'], code: 'invalid_enum_value', options: ['a', 'b'] },
      { path: ['other'], code: 'never_heard_of' },
    ];
    expect(describeIssues(found, 20).map(({ code }) => code)).toEqual([
      'required',
      'invalid_url',
      'too_short',
      'invalid_value',
      'custom',
    ]);
  });
});

describe('the list for translations', () => {
  const known: readonly string[] = [...contractSentences, ...ruleSentences];

  test('has every sentence that contracts use in schemas', async () => {
    const folder = new URL('../../../../contracts/src/', import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /^([\w-]+\/)?[\w-]+\.ts$/.test(file) && !/^(experience|message)-phrases\//.test(file),
    );
    const contracts = await Promise.all(files.map(async (file) => ({ ...(await import(new URL(file, folder).href)) })));
    const found = sentencesIn(contracts);
    expect(found).toContain('Use a language tag such as en or pt-BR.');
    expect(found.filter((text) => !known.includes(text))).toEqual([]);
  });

  test('has every sentence about addresses', () => {
    const wrong: [z.ZodType, string][] = [
      ...[
        'ä',
        'a\\b',
        'a',
        'data:x',
        'https://a.b#c',
        'https://*.b',
        'https://u@a.b',
        'https:a.b',
        'https://a.b/../c',
      ].map((value): [z.ZodType, string] => [RedirectUri, value]),
      [RedirectUri, 'COM.example:/x'],
      [WebAddress, 'com.example:/x'],
      [Origin, 'https://a.b/c'],
    ];
    const found = wrong.flatMap(([schema, value]) => issuesOf(schema, value).map(({ sentence }) => sentence));
    expect(new Set(found).size).toBe(wrong.length);
    expect(found.filter((text) => !known.includes(text))).toEqual([]);
  });
});
