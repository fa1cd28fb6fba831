import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createMetrics, metricTable } from './metrics.ts';

/** The lines with values, without HELP and TYPE. */
const values = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

test('sums counters per set of labels', async () => {
  const metrics = createMetrics({
    requests_total: { type: 'counter', help: 'Requests.', labels: ['status'] },
    plain_total: { type: 'counter', help: 'Without labels.' },
  });
  metrics.count('requests_total', { status: '2xx' });
  metrics.count('requests_total', { status: '2xx' }, 2);
  metrics.count('requests_total', { status: '5xx' });
  metrics.count('plain_total');
  expect(await metrics.print()).toBe(
    [
      '# HELP requests_total Requests.',
      '# TYPE requests_total counter',
      'requests_total{status="2xx"} 3',
      'requests_total{status="5xx"} 1',
      '',
      '# HELP plain_total Without labels.',
      '# TYPE plain_total counter',
      'plain_total 1',
      '',
    ].join('\n'),
  );
});

test('histogram buckets are cumulative and the last one contains everything', async () => {
  const metrics = createMetrics({ seconds: { type: 'histogram', help: 'Seconds.', labels: ['route'] } });
  for (const seconds of [0.0005, 0.001, 0.02, 60]) {
    metrics.observe('seconds', { route: '/a' }, seconds);
  }
  const lines = (await metrics.print()).split('\n');
  const value = (name: string) =>
    Number(
      lines
        .find((line) => line.startsWith(name))
        ?.split(' ')
        .at(-1),
    );
  expect(value('seconds_bucket{le="0.001",route="/a"}')).toBe(2);
  expect(value('seconds_bucket{le="0.01",route="/a"}')).toBe(2);
  expect(value('seconds_bucket{le="0.025",route="/a"}')).toBe(3);
  expect(value('seconds_bucket{le="10",route="/a"}')).toBe(3);
  expect(value('seconds_bucket{le="+Inf",route="/a"}')).toBe(4);
  expect([value('seconds_sum'), value('seconds_count')]).toEqual([60.0215, 4]);
});

test('reads gauges when they are printed', async () => {
  const metrics = createMetrics({ connections: { type: 'gauge', help: 'Connections.' } });
  expect(values(await metrics.print())).toEqual([]);
  let open = 1;
  metrics.gauge('connections', () => open);
  open = 7;
  expect(await metrics.print()).toBe('# HELP connections Connections.\n# TYPE connections gauge\nconnections 7\n');
  open = 8;
  expect(values(await metrics.print())).toEqual(['connections 8']);
});

test('a gauge has a value for each set of labels', async () => {
  const metrics = createMetrics();
  metrics.gauge('postern_region_up', () => 1, { region: 'EU' });
  metrics.gauge('postern_region_up', () => 0, { region: 'US' });
  expect(values(await metrics.print())).toEqual(
    expect.arrayContaining(['postern_region_up{region="EU"} 1', 'postern_region_up{region="US"} 0']),
  );
});

test('escapes label values', async () => {
  const metrics = createMetrics({ n_total: { type: 'counter', help: 'Some.', labels: ['a'] } });
  metrics.count('n_total', { a: 'x"} 99\nforged{b="\\' });
  expect(values(await metrics.print())).toEqual(['n_total{a="x\\"} 99\\nforged{b=\\"\\\\"} 1']);
});

test('prints counters without labels from the start', async () => {
  expect(values(await createMetrics().print())).toContain('postern_audit_entries_dropped_total 0');
});

test('throws for an unknown name or a wrong type', () => {
  const metrics = createMetrics();
  expect(() => metrics.count('postern_region_up')).toThrow('postern_region_up');
  expect(() => metrics.observe('postern_outbox_events_total', {}, 1)).toThrow('postern_outbox_events_total');
});

test('the operations guide lists every metric', () => {
  const guide = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
  const listed = new Set(guide.match(/`(?:postern|process)_\w+_(?:seconds|total|up|open|waiting|bytes)`/g));
  expect([...listed].sort()).toEqual(
    Object.keys(metricTable)
      .map((name) => `\`${name}\``)
      .sort(),
  );
});
