import { describe, expect, test } from 'vitest';
import { collectContracts } from '../../collect-contracts.ts';
import { examples } from './examples.mjs';
import { readTags } from './read-operations.mjs';
import { curlOf, renderOperation, scriptOf } from './render-operation.mjs';
import { aTypeOf, renderFields } from './render-schema.mjs';

const contracts = (await collectContracts()).map(({ contract }) => contract);
const operations = (await readTags()).flatMap((tag) => tag.operations);
const find = (method, path) => operations.find((one) => one.method === method && one.path === path);

describe('the API reference', () => {
  test('has every operation of the contracts once, with its own anchor', () => {
    expect(operations).toHaveLength(contracts.length);
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  });

  test('shows only examples that the contracts accept', () => {
    const refused = contracts.flatMap((contract) => {
      const path = contract.path.replace(/:(\w+)/g, '{$1}');
      const { body } = find(contract.method, path);
      if (body?.kind !== 'json') return [];
      const result = contract.body.safeParse(body.example);
      return result.success ? [] : [`${contract.method} ${path}: ${result.error.message}`];
    });
    expect(refused).toEqual([]);
  });

  test('has no example for an operation that does not exist', () => {
    const known = contracts.map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(examples).filter((name) => !known.includes(name))).toEqual([]);
  });

  test('shows how to call an operation with a body', () => {
    const create = find('POST', '/api/roles');
    expect(curlOf(create)).toContain('curl -X POST "$ENDPOINT/api/roles"');
    expect(curlOf(create)).toContain('-H "authorization: Bearer $TOKEN"');
    const script = scriptOf(find('GET', '/api/users/{userId}'));
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the example contains a template string
    expect(script).toContain('await fetch(`${endpoint}/api/users/${userId}`');
  });

  test('quotes examples for the shell', () => {
    const text = curlOf({ ...find('POST', '/api/roles'), body: { kind: 'json', example: { name: "Ada's" } } });
    expect(text).toContain(`"Ada'\\''s"`);
  });

  test('names scope, fields and errors, and offers no panel for operations that need a cookie', () => {
    const html = renderOperation(find('POST', '/api/users'), (text) => text);
    expect(html).toContain('with the scope <code>all</code>');
    expect(html).toContain('<code>primaryEmail</code> <span class="type">string</span>');
    expect(html).toContain('<code>user.username_already_in_use</code>');
    const cookie = operations.find(({ path }) => path === '/api/experience/submit');
    expect(renderOperation(cookie, (text) => text)).not.toContain('class="try"');
  });
});

test('nested fields, lists and variants are listed', () => {
  const schema = {
    type: 'array',
    items: {
      oneOf: [
        { type: 'object', properties: { a: { type: 'string', maxLength: 3 } }, required: ['a'] },
        { type: 'object', properties: { b: { type: 'object', properties: { c: { type: 'boolean' } } } } },
      ],
    },
  };
  expect(aTypeOf(schema)).toBe('a list of objects');
  const html = renderFields(schema);
  expect(html).toContain('Variant 2');
  expect(html).toContain('<span class="required">required</span><p>At most 3 characters.</p>');
  expect(html).toContain('<summary>Fields of b</summary><ul class="fields"><li><code>c</code>');
});
