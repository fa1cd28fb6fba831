import { expect, test } from 'vitest';
import type { StreamedEntry } from './deliver.store.ts';
import { lineOf, otlpBody, recordOf, takeBatch } from './format.ts';
import { objectName } from './send.ts';

const entry = (seq: number, text = ''): StreamedEntry => ({
  seq,
  id: `id${seq}`,
  key: 'Unknown',
  payload: { key: 'Unknown', result: 'Success', text },
  createdAt: Date.UTC(2026, 0, 31, 23, 59),
  hash: 'f'.repeat(64),
});

test('a batch ends before the limit, and has at least one entry', () => {
  const print = ({ seq }: StreamedEntry) => 'x'.repeat(seq);
  const entries = [3, 4, 5].map((seq) => entry(seq));
  expect(takeBatch(entries, print, 9)).toMatchObject({ first: { seq: 3 }, last: { seq: 4 }, count: 2 });
  expect(takeBatch(entries, print, 1)).toMatchObject({ first: { seq: 3 }, last: { seq: 3 }, count: 1 });
  expect(takeBatch(entries, print, 100)).toMatchObject({ last: { seq: 5 }, count: 3 });
  expect(takeBatch([], print, 100)).toBeUndefined();
});

test('bytes are counted, not characters', () => {
  const entries = [entry(1), entry(2)];
  expect(takeBatch(entries, () => 'ä'.repeat(4), 10)?.count).toBe(1);
  expect(takeBatch(entries, () => 'a'.repeat(4), 10)?.count).toBe(2);
});

test('a line break in a value does not break a line', () => {
  const line = lineOf('t', entry(1, 'a\nb\u2028'));
  expect(line.indexOf('\n')).toBe(line.length - 1);
  expect(JSON.parse(line)).toMatchObject({ sequence: 1, tenantId: 't', payload: { text: 'a\nb\u2028' } });
});

test('the body for OpenTelemetry is valid JSON for any tenant and any number of records', () => {
  const { resourceLogs } = JSON.parse(otlpBody('"t', [recordOf(entry(1, '"')), recordOf(entry(2))]));
  expect(resourceLogs[0].scopeLogs[0].logRecords).toHaveLength(2);
  expect(resourceLogs[0].resource.attributes[1].value).toEqual({ stringValue: '"t' });
});

test('the names of objects sort in the order of the entries', () => {
  const owner = { tenantId: 't', streamId: 'abc' };
  expect(objectName(owner, 'p/', { first: entry(42) })).toBe('p/abc/2026-01-31/0000000000000042.jsonl.gz');
  const names = [9, 10, 100].map((seq) => objectName(owner, '', { first: entry(seq) }));
  expect(names.toSorted()).toEqual(names);
});
