import { Counter, Gauge, Histogram, Registry } from 'prom-client';

type MetricTable<Name extends string = string> = Record<
  Name,
  { type: 'counter' | 'histogram' | 'gauge'; help: string; labels?: readonly string[] }
>;

/** All metrics of the server. docs/operations.md lists the same names. */
export const metricTable = {
  postern_http_request_seconds: {
    type: 'histogram',
    help: 'Duration of HTTP requests in seconds.',
    labels: ['method', 'route', 'tenant_class'],
  },
  postern_http_responses_total: {
    type: 'counter',
    help: 'HTTP responses by operation, status class and class of the tenant: free, paid, default, admin or none.',
    labels: ['method', 'route', 'status', 'tenant_class'],
  },
  postern_http_refused_total: {
    type: 'counter',
    help: 'Requests refused with 503, because the server is overloaded or its database is not available.',
  },
  postern_http_requests_open: { type: 'gauge', help: 'Requests that are being answered, without streams.' },
  postern_http_requests_waiting: { type: 'gauge', help: 'Requests that wait because the process is overloaded.' },
  postern_password_hashes_waiting: { type: 'gauge', help: 'Passwords that wait to be hashed or verified.' },
  postern_outbox_events_total: { type: 'counter', help: 'Events that this process delivered to handlers.' },
  postern_jobs_total: {
    type: 'counter',
    help: 'Background jobs by queue and result: done, failed, dead or canceled.',
    labels: ['queue', 'result'],
  },
  postern_job_wait_seconds: {
    type: 'gauge',
    help: 'How long the oldest due job of a queue has waited, in all databases. Queues without due jobs are missing.',
    labels: ['queue'],
  },
  postern_webhook_requests_total: {
    type: 'counter',
    help: 'Requests to endpoints of webhooks by result: success or error.',
    labels: ['result'],
  },
  postern_log_stream_requests_total: {
    type: 'counter',
    help: 'Requests to receivers of log streams by result: success or error.',
    labels: ['result'],
  },
  postern_region_up: {
    type: 'gauge',
    help: 'Whether the database of the region responds: 1 or 0.',
    labels: ['region'],
  },
  postern_db_connections_open: { type: 'gauge', help: 'Open connections to the databases.' },
  postern_db_connections_waiting: { type: 'gauge', help: 'Requests that wait for a database connection.' },
  postern_clock_offset_seconds: {
    type: 'gauge',
    help: 'How far the clock of this node is ahead of the clock of the database, at the last check of readiness.',
  },
  postern_standby_up: { type: 'gauge', help: 'Whether the standby database accepts connections: 1 or 0.' },
  postern_standby_reads_total: {
    type: 'counter',
    help: 'Reads for the standby database, by who answered: standby, or the primary because it was behind or unavailable.',
    labels: ['result'],
  },
  postern_messages_total: {
    type: 'counter',
    help: 'Emails and text messages by result.',
    labels: ['kind', 'result'],
  },
  postern_audit_entries_waiting: { type: 'gauge', help: 'Entries of the audit log that are not written yet.' },
  postern_audit_entries_dropped_total: { type: 'counter', help: 'Entries of the audit log that could not be written.' },
  postern_custom_jwt_seconds: { type: 'histogram', help: 'Duration of scripts that add claims to tokens, in seconds.' },
  postern_action_seconds: { type: 'histogram', help: 'Duration of scripts that take part in sign-ins, in seconds.' },
  postern_slowed_networks_total: {
    type: 'counter',
    help: 'Times a network was slowed down after too many wrong sign-in attempts.',
  },
  postern_captcha_failures_total: { type: 'counter', help: 'CAPTCHA checks without a response from the provider.' },
  postern_pwned_lookup_failures_total: { type: 'counter', help: 'Lookups of breached passwords without a response.' },
  postern_change_streams_open: { type: 'gauge', help: 'Open streams of changes for consoles.' },
  postern_trace_spans_total: {
    type: 'counter',
    help: 'Spans of traces by result: sent or dropped.',
    labels: ['result'],
  },
  process_resident_memory_bytes: { type: 'gauge', help: 'Resident memory of the process in bytes.' },
} as const satisfies MetricTable;

type MetricName = keyof typeof metricTable;

/**
 * Counters, histograms and gauges for Prometheus. Label values come from code, never from input, so their number is
 * bounded.
 */
export type Metrics<Name extends string = MetricName> = {
  count(name: Name, labels?: Labels, by?: number): void;
  observe(name: Name, labels: Labels, seconds: number): void;
  /** `read` is called each time the metrics are printed. */
  gauge(name: Name, read: () => number, labels?: Labels): void;
  /** A gauge whose labels are only known when it is read. It has no values if they cannot be read. */
  gaugeEach(name: Name, read: () => Promise<Reading[]>): void;
  /** The current values of a counter, or of a histogram with its buckets. */
  values(name: Name): Promise<Sample[]>;
  print(): Promise<string>;
};

/** `metricName` distinguishes the buckets of a histogram from its count and sum. */
export type Sample = { value: number; labels: Partial<Record<string, string | number>>; metricName?: string };

type Labels = Record<string, string>;
type Reading = { labels: Labels; value: number };

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

function known<T>(metrics: Map<string, T>, name: string): T {
  const metric = metrics.get(name);
  if (!metric) {
    throw new Error(`The metric ${name} is not in the table with this type.`);
  }
  return metric;
}

type Read = { labels: Labels; read: () => number };

export function createMetrics<Name extends string = MetricName>(
  // The default table implies that Name is MetricName.
  table: MetricTable<Name> = metricTable as MetricTable<Name>,
): Metrics<Name> {
  // One registry per app, because tests run several apps in one process.
  const registry = new Registry();
  const counters = new Map<string, Counter>();
  const histograms = new Map<string, Histogram>();
  const gauges = new Map<string, Read[]>();

  function settingsOf(name: Name) {
    const { help, labels = [] } = table[name];
    return { name, help, labelNames: [...labels], registers: [registry] };
  }

  for (const name of Object.keys(table) as Name[]) {
    if (table[name].type === 'counter') {
      counters.set(name, new Counter(settingsOf(name)));
    } else if (table[name].type === 'histogram') {
      histograms.set(name, new Histogram({ ...settingsOf(name), buckets }));
    }
  }

  /** Created on the first read, because the library would print 0 for an unknown value. */
  function createGauge(name: Name): Read[] {
    const reads: Read[] = [];
    gauges.set(name, reads);
    new Gauge({
      ...settingsOf(name),
      collect() {
        for (const { labels, read } of reads) {
          this.set(labels, read());
        }
      },
    });
    return reads;
  }

  const registered = new Map<string, Counter | Histogram>([...counters, ...histograms]);

  return {
    count: (name, labels = {}, by = 1) => known(counters, name).inc(labels, by),
    observe: (name, labels, seconds) => known(histograms, name).observe(labels, seconds),
    gauge(name, read, labels = {}) {
      (gauges.get(name) ?? createGauge(name)).push({ labels, read });
    },
    gaugeEach(name, read) {
      new Gauge({
        ...settingsOf(name),
        async collect() {
          const readings = await read();
          this.reset();
          for (const { labels, value } of readings) {
            this.set(labels, value);
          }
        },
      });
    },
    values: async (name) => (await known(registered, name).get()).values,
    print: () => registry.metrics(),
  };
}
