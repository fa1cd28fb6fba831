import type { LogStream } from '@postern/contracts/records/log-streams';
import i18next from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { createBody, fieldOf, formFor, newSigningKey, type StreamValues, updateBody, valuesOf } from './stream-form.ts';

beforeAll(async () => {
  // Messages are their keys.
  await i18next.init({ lng: 'en', resources: {} });
});

const base: StreamValues = { ...valuesOf(undefined, 'k'.repeat(64)), name: 'A', url: 'https://logs.example.com' };
const stored = {
  name: 'A',
  type: 'webhook',
  webhook: { url: 'https://logs.example.com/in', headerNames: ['authorization'], isSigningKeySet: true },
} as LogStream;

const problems = (values: Partial<StreamValues>, stream?: LogStream) => {
  const result = formFor(stream).safeParse({ ...base, ...values });
  return result.success ? [] : result.error.issues.map(({ path }) => path.join('.'));
};

describe('the form', () => {
  test('checks the fields of the chosen type only', () => {
    expect(problems({ type: 'webhook' })).toEqual([]);
    expect(problems({ type: 'otlp' })).toEqual([]);
    expect(problems({ type: 's3' })).toEqual(['region', 'bucket', 'accessKeyId', 'secretAccessKey']);
    const bucket = { region: 'eu', bucket: 'logs', accessKeyId: 'a', secretAccessKey: 's' };
    expect(problems({ type: 's3', ...bucket, headers: [{ name: 'x', value: '' }] })).toEqual([]);
    expect(problems({ type: 's3', ...bucket, bucket: 'A b', prefix: '../x' })).toEqual(['bucket', 'prefix']);
  });

  test('rejects addresses that the server rejects', () => {
    expect(problems({ url: 'ftp://a' })).toEqual(['url']);
    expect(problems({ type: 'otlp', url: 'https://a.example?x' })).toEqual(['url']);
    expect(problems({ type: 'webhook', url: 'https://a.example?x' })).toEqual([]);
    expect(problems({ name: ' ', url: '' })).toEqual(['name', 'url']);
  });

  test('needs a value for a new header, but not for a stored one', () => {
    const headers = [{ name: 'Authorization', value: '' }];
    expect(problems({ headers })).toEqual(['headers.0.value']);
    expect(problems({ headers }, stored)).toEqual([]);
    expect(problems({ headers: [...headers, { name: 'authorization', value: 'x' }] }, stored)).toEqual([
      'headers.1.name',
    ]);
    expect(problems({ headers: [{ name: 'Host', value: 'x' }] })).toEqual(['headers.0.name']);
    expect(problems({ headers: [{ name: '', value: 'x' }] })).toEqual(['headers.0.name']);
    expect(problems({ headers: [{ name: '', value: '' }] })).toEqual([]);
  });
});

describe('the request', () => {
  const output = (values: Partial<StreamValues>, stream?: LogStream) => formFor(stream).parse({ ...base, ...values });

  test('has the settings of one type', () => {
    expect(createBody(output({}))).toEqual({
      name: 'A',
      type: 'webhook',
      start: 'now',
      webhook: { url: 'https://logs.example.com', signingKey: 'k'.repeat(64), headers: {} },
    });
    expect(Object.keys(createBody(output({ type: 'otlp' })))).toEqual(['name', 'type', 'start', 'otlp']);
  });

  test('keeps secrets that were not entered again', () => {
    const values = { ...valuesOf(stored, 'unused'), headers: [{ name: 'authorization', value: '' }] };
    expect(updateBody(output(values, stored))).toEqual({
      name: 'A',
      webhook: { url: 'https://logs.example.com/in', headers: { authorization: null } },
    });
    expect(updateBody(output({ ...values, signingKey: 'n'.repeat(64) }, stored)).webhook?.signingKey).toBe(
      'n'.repeat(64),
    );
  });
});

test('errors of the server are shown at their fields', () => {
  const headers = [
    { name: 'X-A', value: '' },
    { name: 'Authorization', value: '' },
  ];
  expect(fieldOf('s3.endpoint', { headers })).toBe('url');
  expect(fieldOf('s3.bucket', { headers })).toBe('bucket');
  expect(fieldOf('webhook.headers.authorization', { headers })).toBe('headers.1.value');
  expect(fieldOf('webhook.headers', { headers })).toBe('headers.0.value');
  expect(fieldOf('name', { headers })).toBe('name');
  expect(fieldOf('start', { headers })).toBeUndefined();
});

test('signing keys are long and different', () => {
  const keys = [newSigningKey(), newSigningKey()];
  expect(keys.every((key) => /^[\da-f]{64}$/.test(key))).toBe(true);
  expect(new Set(keys).size).toBe(2);
});
