import { describe, expect, test } from 'vitest';
import { AppError } from '#platform/http/errors';
import { conditionOf } from './filters.store.ts';
import { matches } from './match.ts';
import { type Filter, filterLimits, parseFilter, parsePath } from './parse.ts';
import { groupSchema, schemaIds, userSchema } from './schema.ts';

const codeOf = (work: () => unknown) => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
};

/** A filter as text with all parentheses, to see how it was read. */
function show(filter: Filter): string {
  switch (filter.op) {
    case 'and':
    case 'or':
      return `(${show(filter.left)} ${filter.op} ${show(filter.right)})`;
    case 'not':
      return `not ${show(filter.of)}`;
    case 'some':
      return `${nameOf(filter)}[${show(filter.filter)}]`;
    case 'always':
    case 'never':
      return filter.op;
    case 'pr':
      return `${nameOf(filter)} pr`;
    default:
      return `${nameOf(filter)} ${filter.op} ${JSON.stringify(filter.value)}`;
  }
}
const nameOf = ({ target }: Filter & { target: unknown }) => {
  const { attribute, sub, extension } = target as {
    attribute: { name: string };
    sub?: { name: string };
    extension?: string;
  };
  return `${extension === undefined ? '' : extension === schemaIds.enterprise ? 'ext:' : `${extension}:`}${attribute.name}${sub ? `.${sub.name}` : ''}`;
};

describe('a filter', () => {
  test.each([
    // As Entra ID finds a user by another attribute than the name.
    ['emails[type eq "work"].value eq "a@b.c"', 'emails[(type eq "work" and value eq "a@b.c")]'],
    ['not (emails[type eq "work"].value pr)', 'not emails[(type eq "work" and value pr)]'],
    ['urn:acme:params:1.0:User:badge eq "7"', 'urn:acme:params:1.0:User:badge eq "7"'],
    ['userName eq "bjensen"', 'userName eq "bjensen"'],
    ['USERNAME Eq "B\\"J"', 'userName eq "B\\"J"'],
    [`${schemaIds.user}:userName sw "J"`, 'userName sw "J"'],
    [`${schemaIds.enterprise}:department eq "IT"`, 'ext:department eq "IT"'],
    [`${schemaIds.enterprise}:manager.displayName co "x"`, 'ext:manager.displayName co "x"'],
    ['name.familyName co "O\'Malley"', 'name.familyName co "O\'Malley"'],
    ['active eq true', 'active eq true'],
    ['externalId eq null', 'externalId eq null'],
    ['title pr', 'title pr'],
    [
      'title pr and userType eq "Employee" or active eq false',
      '((title pr and userType eq "Employee") or active eq false)',
    ],
    ['title pr or userType eq "a" and active eq false', '(title pr or (userType eq "a" and active eq false))'],
    [
      'userType ne "E" and not (emails co "x" or emails.value co "y")',
      '(userType ne "E" and not (emails co "x" or emails.value co "y"))',
    ],
    [
      'emails[type eq "work" and value co "@x"] or ims[type eq "xmpp"]',
      '(emails[(type eq "work" and value co "@x")] or ims[type eq "xmpp"])',
    ],
    ['meta.lastModified gt "2026-05-13T04:42:34Z"', 'meta.lastModified gt "2026-05-13T04:42:34Z"'],
    // A URN inside a text is text.
    [`externalId eq " ${schemaIds.user}:x"`, `externalId eq " ${schemaIds.user}:x"`],
  ])('%s', (text, read) => {
    expect(show(parseFilter(text, userSchema))).toBe(read);
  });

  test.each([
    '',
    ' ',
    'userName',
    'userName eq',
    'eq "x"',
    'userName eq x',
    'userName is "x"',
    'userName eq "x',
    "userName eq 'x'",
    'userName eq "x" and',
    '(userName eq "x"',
    'userName eq "x")',
    'not userName eq "x"',
    'password eq "x"',
    'nothing pr',
    'emails[type eq "work"',
    'emails[]',
    'emails]',
    'userName[value eq "x"]',
    'emails.value[type eq "x"]',
    'emails.nothing eq "x"',
    'userName eq "x"; drop table users',
    'userName eq "x" -- comment',
    '__proto__ pr',
    'constructor pr',
    'name.__proto__ pr',
    'userName eq "\\x"',
    'userName eq "a" userName eq "b"',
    'userName eq [1]',
    'userName eq {"a":1}',
    'userName eq "x" or or',
    '\u0000',
    'usér eq "x"',
    '$ref pr',
    'emails[emails[type eq "x"]]',
    '1=1 or userName eq "x"',
    'userName eq "x" UNION select',
  ])('is refused: %s', (text) => {
    expect(codeOf(() => parseFilter(text, userSchema))).toBe('scim.invalid_filter');
  });

  test('has limits of length, depth and number of comparisons', () => {
    const long = `userName eq "${'x'.repeat(filterLimits.length)}"`;
    const deep = `${'('.repeat(100)}title pr${')'.repeat(100)}`;
    const wide = Array.from({ length: 100 }, () => 'title pr').join(' or ');
    expect([long, deep, wide].map((text) => codeOf(() => parseFilter(text, userSchema)))).toEqual(
      Array(3).fill('scim.invalid_filter'),
    );
  });

  test('is read in linear time, whatever its text is (attack 46)', () => {
    const parts = [
      '(',
      ')',
      '[',
      ']',
      '"',
      '\\',
      '.',
      ' ',
      'urn:',
      ':',
      '2.0:',
      'not ',
      'and ',
      'or ',
      'userName',
      ' eq ',
      '-1',
      'a',
    ];
    let seed = 7;
    const next = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed;
    };
    const started = process.cpuUsage();
    for (let round = 0; round < 3000; round += 1) {
      const text = Array.from({ length: next() % 60 }, () => parts[next() % parts.length]).join('');
      expect([undefined, 'scim.invalid_filter']).toContain(codeOf(() => parseFilter(text, userSchema)));
      expect([undefined, 'scim.invalid_path']).toContain(codeOf(() => parsePath(text, userSchema)));
    }
    for (const part of parts) {
      const text = part.repeat(Math.floor(filterLimits.length / part.length));
      expect([undefined, 'scim.invalid_filter']).toContain(codeOf(() => parseFilter(text, userSchema)));
    }
    expect(process.cpuUsage(started).user).toBeLessThan(10_000_000);
  });

  test('never becomes part of the SQL text (attack 46)', () => {
    const columns = { plain: {}, folded: {}, lists: {} };
    // Without a table, each attribute is refused; with one, only names of the schema are written (see scim.test.ts).
    expect(codeOf(() => conditionOf(parseFilter('title eq "x"', userSchema), columns))).toBe('scim.invalid_filter');
  });
});

describe('a path', () => {
  test.each([
    'active',
    'name.givenName',
    'emails[type eq "work"].value',
    'addresses[type eq "work" and primary eq true].streetAddress',
    'members[value eq "2819c223-7f76-453a-919d-413861904646"]',
    `${schemaIds.enterprise}:department`,
    `${schemaIds.enterprise}:manager.value`,
    schemaIds.enterprise,
    `${schemaIds.user}:displayName`,
  ])('%s is understood', (text) => {
    const schema = text.startsWith('members') ? groupSchema : userSchema;
    expect(codeOf(() => parsePath(text, schema))).toBeUndefined();
  });

  test.each([
    '',
    '.',
    'a.b.c',
    'name.',
    '.name',
    'emails[type eq "work"]value',
    'emails[type eq "work"]..value',
    'emails[0]',
    'emails.0.value',
    'name[givenName eq "x"]',
    'active eq true',
    '__proto__',
    'constructor.prototype',
    'name.__proto__',
    '/name/givenName',
    'urn:ietf:params:scim:schemas:core:2.0:Group:displayName',
    'urn:acme:2.0:User:__proto__',
    'urn:acme:2.0:User:tags[value eq "x"]',
    schemaIds.user,
    'emails[type eq "work"].value.x',
    '*',
    'password',
  ])('is refused: %s', (text) => {
    expect(codeOf(() => parsePath(text, userSchema))).toBe('scim.invalid_path');
  });
});

test.each([
  ['type eq "work"', true],
  ['type eq "WORK" and primary eq true', true],
  ['not (type eq "work")', false],
  ['type ne "home"', true],
  ['value sw "a" or value ew "z"', true],
  ['value co "@" and display pr', false],
  ['display eq null', true],
  ['primary eq "True"', true],
  ['value gt "a" and value lt "b"', true],
])('an element matches %s: %s', (text, isMatch) => {
  const filter = parseFilter(`emails[${text}]`, userSchema);
  const inside = filter.op === 'some' ? filter.filter : filter;
  expect(matches({ value: 'a@example.com', type: 'work', primary: true }, inside)).toBe(isMatch);
});

test('a filter for all kinds of resources may name attributes that only another kind has', () => {
  const both = (text: string) => [
    show(parseFilter(text, userSchema, [groupSchema])),
    show(parseFilter(text, groupSchema, [userSchema])),
  ];
  expect(both('userName eq "x" or displayName eq "y"')).toEqual([
    '(userName eq "x" or displayName eq "y")',
    '(never or displayName eq "y")',
  ]);
  expect(both('members[value eq "1"] or userName ne "x"')).toEqual([
    '(never or userName ne "x")',
    '(members[value eq "1"] or always)',
  ]);
  expect(both('urn:acme:2.0:User:badge pr')).toEqual(['urn:acme:2.0:User:badge pr', 'never']);
  expect(codeOf(() => parseFilter('nothing eq 1', groupSchema, [userSchema]))).toBe('scim.invalid_filter');
});
