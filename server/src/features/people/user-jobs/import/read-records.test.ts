import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type ImportRecord, readRecords } from './read-records.ts';
import { receive } from './receive.ts';

/** Reads files as written by people and programs. */
async function read(content: string | Buffer, chunk = 7, maxBytes?: number) {
  const bytes = Buffer.from(content);
  async function* body() {
    for (let from = 0; from < bytes.length; from += chunk) {
      yield bytes.subarray(from, from + chunk);
    }
  }
  return receive(
    body(),
    async (file) => {
      const { records, ...rest } = await readRecords(file);
      const all: ImportRecord[] = [];
      for await (const record of records) {
        all.push(record);
      }
      return { ...rest, encoding: file.encoding, records: all };
    },
    maxBytes,
  );
}

const refusal = (content: string | Buffer, chunk?: number) =>
  read(content, chunk).then(
    () => 'read',
    (error) => ({ code: error.code, line: error.options?.values?.line }),
  );

const wide = (text: string, isBig = false) => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

describe('encodings', () => {
  const text = 'name,email\nJürgen Größe,j@x.org\n';
  test.each<[string, string, Buffer]>([
    ['UTF-8', 'utf-8', Buffer.from(text)],
    ['UTF-8 with a mark', 'utf-8', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 with a mark', 'utf-16le', wide(`\ufeff${text}`)],
    ['UTF-16 the other way round', 'utf-16be', wide(`\ufeff${text}`, true)],
    ['UTF-16 without a mark', 'utf-16le', wide(text)],
    ['UTF-16 the other way round, without a mark', 'utf-16be', wide(text, true)],
    ['Latin-1', 'windows-1252', Buffer.from(text, 'latin1')],
    ['gzip', 'utf-8', gzipSync(text)],
  ])('recognizes %s', async (_, encoding, bytes) => {
    for (const chunk of [1, 3, 1000]) {
      const file = await read(bytes, chunk);
      expect([file.encoding, file.records]).toEqual([
        encoding,
        [{ line: 2, values: { name: 'Jürgen Größe', email: 'j@x.org' } }],
      ]);
    }
  });

  test('reads the euro sign of Windows-1252, and an incomplete character is not UTF-8', async () => {
    expect((await read(Buffer.from('name\n\x80', 'latin1'))).records).toEqual([{ line: 2, values: { name: '€' } }]);
    expect((await read(Buffer.concat([Buffer.from('name\nx'), Buffer.from([0xc3])]))).encoding).toBe('windows-1252');
  });

  test('recognizes UTF-8 even if only a later line has a non-ASCII letter', async () => {
    const many = `name\n${'plain\n'.repeat(50_000)}Ünal\n`;
    expect((await read(many, 65_536)).records.at(-1)).toEqual({ line: 50_002, values: { name: 'Ünal' } });
  });
});

describe('CSV', () => {
  test.each([
    ['commas', 'a,b\r\n1,2\r\n', ','],
    ['semicolons', 'a;b\n1;2', ';'],
    ['tabs', 'a\tb\r1\t2\r', '\t'],
    ['commas inside of quotes do not count', '"a";"b, c, d, e"\n1;2', ';'],
  ])('%s', async (_, text, delimiter) => {
    const file = await read(text);
    expect(file.delimiter).toBe(delimiter);
    expect(file.records).toHaveLength(1);
  });

  test('reads quotes, line breaks and empty lines', async () => {
    const { records } = await read(
      'name,email\n\n"Ada ""the first""\nLovelace",a@x.org\n\nBob "B" B,b@x.org\n,\n"",c@x.org\n',
    );
    expect(records).toEqual([
      { line: 3, values: { name: 'Ada "the first"\nLovelace', email: 'a@x.org' } },
      { line: 6, values: { name: 'Bob "B" B', email: 'b@x.org' } },
      { line: 8, values: { email: 'c@x.org' } },
    ]);
  });

  test('names columns with missing or duplicate names', async () => {
    const { columns, records } = await read('email,,email\na@x.org,1,2\n');
    expect(columns).toEqual(['email', 'Column 2', 'email (2)']);
    expect(records).toEqual([{ line: 2, values: { email: 'a@x.org', 'Column 2': '1', 'email (2)': '2' } }]);
  });

  test('reads a file without a header', async () => {
    const { columns, records } = await read('ada@x.org,Ada\nbob@x.org,Bob\n');
    expect(columns).toEqual(['Column 1', 'Column 2']);
    expect(records).toHaveLength(2);
  });

  test('reports a line with too many cells and accepts one with too few', async () => {
    const { records } = await read('a,b\n1,2,3\n1\n1,2,,\n');
    expect(records).toEqual([
      { line: 2, problem: 'user_import.too_many_cells' },
      { line: 3, values: { a: '1' } },
      { line: 4, values: { a: '1', b: '2' } },
    ]);
  });

  test('removes the formula escapes of our own export only', async () => {
    const { records } = await read(`a,b,c,d\n'=1+1,''+x,'plain,=2\n`);
    expect(records).toEqual([{ line: 2, values: { a: '=1+1', b: "'+x", c: "'plain", d: '=2' } }]);
  });

  test('reports the line of an unclosed quote', async () => {
    expect(await refusal('a,b\n1,"2\n3,4\n5,6\n')).toEqual({ code: 'user_import.malformed', line: 2 });
    expect(await refusal(`a,b\n1,"${'x\n'.repeat(600_000)}`, 65_536)).toMatchObject({
      code: 'user_import.line_too_long',
    });
  });
});

describe('JSON', () => {
  const two = [
    { email: 'a@x.org', name: 'Ada "]}' },
    { email: 'b@x.org', profile: { address: { country: 'DE' } } },
  ];
  const values = [
    { email: 'a@x.org', name: 'Ada "]}' },
    { email: 'b@x.org', 'profile.address.country': 'DE' },
  ];

  test.each([
    ['a list', JSON.stringify(two), 'json'],
    ['a list on many lines', JSON.stringify(two, null, 2), 'json'],
    [
      'a list under users',
      JSON.stringify({ realm: 'x', list: [{ a: [1] }], users: two, more: { users: 'x' } }),
      'json',
    ],
    ['one object after the other', two.map((one) => JSON.stringify(one, null, 2)).join('\n'), 'json'],
    ['one object per line', two.map((one) => JSON.stringify(one)).join('\n'), 'ndjson'],
    ['one object per line, Windows', `${two.map((one) => JSON.stringify(one)).join('\r\n')}\r\n`, 'ndjson'],
  ])('%s', async (_, text, format) => {
    for (const chunk of [1, 5, 100_000]) {
      const file = await read(text, chunk);
      expect([file.format, file.records.map((one) => ('values' in one ? one.values : one))]).toEqual([format, values]);
    }
  });

  test('skips an invalid entry without affecting others', async () => {
    const { records } = await read('{"a":1}\n{"a":\n\n[1]\n{"a":2}\n');
    expect(records).toEqual([
      { line: 1, values: { a: 1 } },
      { line: 2, problem: 'user_import.malformed_line' },
      { line: 4, problem: 'user_import.malformed_line' },
      { line: 5, values: { a: 2 } },
    ]);
    expect((await read('[{"a":1}, 7, "x,]", {"a":2}]')).records).toMatchObject([
      { line: 1, values: { a: 1 } },
      { line: 2, problem: 'user_import.malformed_line' },
      { line: 3, problem: 'user_import.malformed_line' },
      { line: 4, values: { a: 2 } },
    ]);
  });

  test('rejects nesting that would overflow the stack', async () => {
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    expect((await read(`[${deep}, {"a":1}]`, 65_536)).records).toMatchObject([
      { problem: 'user_import.malformed_line' },
      { values: { a: 1 } },
    ]);
    expect((await read(`{"a":1}\n{"b":${'['.repeat(70)}${']'.repeat(70)}}`)).records[1]).toMatchObject({
      problem: 'user_import.malformed_line',
    });
  });

  test.each(['[{"a":1}', '[{"a":"', '{"users":[{"a":1}', '[{"a":1}]]', '{"a":1}}\n\n{'])(
    'rejects incomplete or unbalanced JSON: %s',
    async (text) => {
      expect(await refusal(text)).not.toBe('read');
    },
  );

  test('treats special JavaScript keys like other keys', async () => {
    const { records } = await read('[{"__proto__":{"isAdmin":true},"constructor":"x","email":"a@x.org"}]');
    const [first] = records;
    expect(first && 'values' in first && Object.keys(first.values)).toEqual(['__proto__', 'constructor', 'email']);
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });
});

test('rejects binary files with a hint', async () => {
  expect(await refusal(Buffer.from('504b0304140006000800', 'hex'))).toMatchObject({
    code: 'user_import.unknown_format',
  });
  expect(await refusal(Buffer.from('89504e470d0a1a0a', 'hex'))).toMatchObject({ code: 'user_import.unknown_format' });
  expect(await refusal('')).toMatchObject({ code: 'user_import.empty_file' });
  expect(await refusal(' \n\n')).toMatchObject({ code: 'user_import.empty_file' });
  expect(await refusal('[]')).toMatchObject({ code: 'user_import.empty_file' });
  expect(await refusal(gzipSync('x'.repeat(5000)).subarray(0, 20))).toMatchObject({
    code: 'user_import.unknown_format',
  });
});

test('rejects a file that is too large, compressed or not', async () => {
  const code = (content: Buffer) => read(content, 1000, 10_000).catch((error) => error.code);
  expect(await code(Buffer.alloc(10_001, 'a'))).toBe('guard.file_size_exceeded');
  expect(await code(gzipSync(Buffer.alloc(10_000_000, 'a')))).toBe('guard.file_size_exceeded');
});

test('rejects records longer than a megabyte', async () => {
  const long = 'x'.repeat(1_100_000);
  expect(await refusal(`a,b\n1,${long}\n`, 65_536)).toMatchObject({ code: 'user_import.line_too_long' });
  expect(await refusal(`[{"a":"${long}"}]`, 65_536)).toMatchObject({ code: 'user_import.line_too_long' });
  expect(await refusal(`{"a":1}\n{"a":"${long}"}\n`, 65_536)).toMatchObject({ code: 'user_import.line_too_long' });
  expect(await refusal(`{"a":\n"${long}"}`, 65_536)).toMatchObject({ code: 'user_import.line_too_long' });
  const wrapped = `{"clients":["${long}"],\n"users":[{"a":1}],"more":"${long}"}`;
  expect((await read(wrapped, 65_536)).records).toEqual([{ line: 1, values: { a: 1 } }]);
});
