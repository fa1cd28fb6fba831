/** Counters and histograms in Prometheus' text format. Labels come from code, never from input, so their number is fixed. */
export type Metrics = {
  count(name: string, labels?: Labels, by?: number): void;
  observe(name: string, labels: Labels, seconds: number): void;
  gauge(name: string, read: () => number, labels?: Labels): void;
  print(): string;
};

type Labels = Record<string, string>;
type Histogram = { buckets: number[]; sum: number; count: number };

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

function labelText(labels: Labels, extra = ''): string {
  const parts = Object.entries(labels).map(([key, value]) => `${key}="${value.replace(/["\\\n]/g, '_')}"`);
  if (extra) {
    parts.push(extra);
  }
  return parts.length ? `{${parts.join(',')}}` : '';
}

export function createMetrics(): Metrics {
  const counters = new Map<string, Map<string, number>>();
  const histograms = new Map<string, Map<string, { labels: Labels; histogram: Histogram }>>();
  const gauges = new Map<string, Map<string, () => number>>();

  function printHistogram(name: string): string[] {
    const lines = [`# TYPE ${name} histogram`];
    for (const { labels, histogram } of histograms.get(name)?.values() ?? []) {
      let below = 0;
      bounds.forEach((bound, index) => {
        below += histogram.buckets[index] ?? 0;
        lines.push(`${name}_bucket${labelText(labels, `le="${bound}"`)} ${below}`);
      });
      lines.push(`${name}_bucket${labelText(labels, 'le="+Inf"')} ${histogram.count}`);
      lines.push(
        `${name}_sum${labelText(labels)} ${histogram.sum}`,
        `${name}_count${labelText(labels)} ${histogram.count}`,
      );
    }
    return lines;
  }

  return {
    count(name, labels = {}, by = 1) {
      const series = counters.get(name) ?? new Map<string, number>();
      counters.set(name, series);
      const key = labelText(labels);
      series.set(key, (series.get(key) ?? 0) + by);
    },
    observe(name, labels, seconds) {
      const series = histograms.get(name) ?? new Map<string, { labels: Labels; histogram: Histogram }>();
      histograms.set(name, series);
      // Only a key for this map: the text for Prometheus is written when somebody reads it.
      const key = Object.values(labels).join(' ');
      const known = series.get(key) ?? { labels, histogram: { buckets: bounds.map(() => 0), sum: 0, count: 0 } };
      series.set(key, known);
      known.histogram.sum += seconds;
      known.histogram.count += 1;
      const first = bounds.findIndex((bound) => seconds <= bound);
      if (first >= 0) {
        known.histogram.buckets[first] = (known.histogram.buckets[first] ?? 0) + 1;
      }
    },
    gauge(name, read, labels = {}) {
      const series = gauges.get(name) ?? new Map<string, () => number>();
      gauges.set(name, series.set(labelText(labels), read));
    },
    print() {
      const lines: string[] = [];
      for (const [name, series] of counters) {
        lines.push(`# TYPE ${name} counter`, ...[...series].map(([labels, value]) => `${name}${labels} ${value}`));
      }
      for (const name of histograms.keys()) {
        lines.push(...printHistogram(name));
      }
      for (const [name, series] of gauges) {
        lines.push(`# TYPE ${name} gauge`, ...[...series].map(([labels, read]) => `${name}${labels} ${read()}`));
      }
      return `${lines.join('\n')}\n`;
    },
  };
}
