import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createMetrics, metricTable } from './metrics.ts';

const read = (path: string) => readFileSync(new URL(`../../../../deploy/${path}`, import.meta.url), 'utf8');
const dashboard = JSON.parse(read('grafana/postern.json')) as {
  panels: { id: number; title: string; targets: { expr: string }[] }[];
  templating: { list: { query: string | { query: string } }[] };
};
const rules = read('prometheus/alerts.yml');

const texts = {
  dashboard: [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...dashboard.templating.list.map(({ query }) => (typeof query === 'string' ? query : query.query)),
  ].join('\n'),
  rules,
};

type Used = { metric: string; labels: string[] };

/** Metrics of the product in a text, and the labels that it selects. Histograms have suffixes. */
const usedIn = (text: string): Used[] =>
  [...text.matchAll(/\b((?:postern|process)_\w+)(?:\{([^}]*)\})?/g)].map(([, metric = '', selector = '']) => ({
    metric: metric.replace(/_(bucket|sum|count)$/, ''),
    labels: [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = '']) => label),
  }));

/** Prometheus adds these to every sample. */
const targetLabels = ['instance', 'job'];

describe.each(Object.entries(texts))('the %s', (_name, text) => {
  test('names only metrics that the server exports, with labels that they have', async () => {
    const printed = await createMetrics().print();
    const used = usedIn(text);
    expect(used.length).toBeGreaterThan(10);
    for (const { metric, labels } of used) {
      expect(Object.keys(metricTable)).toContain(metric);
      const { type, ...settings } = metricTable[metric as keyof typeof metricTable];
      // Gauges appear with their first value.
      expect(type === 'gauge' || printed.includes(`# TYPE ${metric} ${type}`)).toBe(true);
      const known: readonly string[] = 'labels' in settings ? settings.labels : [];
      expect([...known, ...targetLabels]).toEqual(expect.arrayContaining(labels));
    }
  });

  test('groups only by labels that exist', () => {
    const known = new Set(
      Object.values(metricTable).flatMap((metric) => ('labels' in metric ? [...metric.labels] : [])) as string[],
    );
    const groups = [...text.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/));
    expect(groups.length).toBeGreaterThan(3);
    for (const label of groups) {
      expect([...known, ...targetLabels, 'le']).toContain(label);
    }
  });

  test('selects only results that the server counts', () => {
    const counted: Record<string, string[]> = {
      postern_jobs_total: ['done', 'failed', 'dead', 'canceled'],
      postern_messages_total: ['sent', 'failed', 'capped'],
      postern_trace_spans_total: ['sent', 'dropped'],
    };
    for (const [, metric = '', values = ''] of text.matchAll(/\b(postern_\w+)\{[^}]*result=~?"([^"]*)"/g)) {
      expect(counted[metric]).toEqual(expect.arrayContaining(values.split('|')));
    }
  });
});

test('every panel of the dashboard has its own id and a title', () => {
  const ids = dashboard.panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(dashboard.panels.every(({ title }) => title !== '')).toBe(true);
});

test('every alert has a severity, a summary and an action', () => {
  const alerts = rules.split(/^ {6}- alert: /m).slice(1);
  expect(alerts.length).toBeGreaterThan(5);
  for (const alert of alerts) {
    expect(alert).toMatch(/severity: (page|ticket)/);
    expect(alert).toMatch(/summary: .+\n +action: .+/);
  }
});
