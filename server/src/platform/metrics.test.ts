import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

test('counters add up per set of labels', () => {
  const metrics = createMetrics();
  metrics.count('requests_total', { status: '2xx' });
  metrics.count('requests_total', { status: '2xx' }, 2);
  metrics.count('requests_total', { status: '5xx' });
  metrics.count('plain_total');
  expect(metrics.print()).toBe(
    '# TYPE requests_total counter\nrequests_total{status="2xx"} 3\nrequests_total{status="5xx"} 1\n# TYPE plain_total counter\nplain_total 1\n',
  );
});

test('a histogram is cumulative, and its last bucket holds everything', () => {
  const metrics = createMetrics();
  for (const seconds of [0.0005, 0.001, 0.02, 60]) {
    metrics.observe('seconds', { route: '/a' }, seconds);
  }
  const lines = metrics.print().split('\n');
  const value = (name: string) =>
    Number(
      lines
        .find((line) => line.startsWith(name))
        ?.split(' ')
        .at(-1),
    );
  expect(value('seconds_bucket{route="/a",le="0.001"}')).toBe(2);
  expect(value('seconds_bucket{route="/a",le="0.01"}')).toBe(2);
  expect(value('seconds_bucket{route="/a",le="0.025"}')).toBe(3);
  expect(value('seconds_bucket{route="/a",le="10"}')).toBe(3);
  expect(value('seconds_bucket{route="/a",le="+Inf"}')).toBe(4);
  expect([value('seconds_sum'), value('seconds_count')]).toEqual([60.0215, 4]);
});

test('gauges are read when they are printed', () => {
  const metrics = createMetrics();
  let open = 1;
  metrics.gauge('connections', () => open);
  open = 7;
  expect(metrics.print()).toBe('# TYPE connections gauge\nconnections 7\n');
});

test('no label breaks out of its line', () => {
  const metrics = createMetrics();
  metrics.count('n_total', { a: 'x"} 99\nforged{b="\\' });
  const lines = metrics.print().trimEnd().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^n_total\{a="[^"\\]*"\} 1$/);
});
