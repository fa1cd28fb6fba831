export type MetricTable<Name extends string = string> = Record<
  Name,
  { type: 'counter' | 'histogram' | 'gauge'; help: string; labels?: readonly string[] }
>;

/** All metrics of the server. docs/operations.md lists the same names. */
export const metricTable = {
  postern_http_request_seconds: {
    type: 'histogram',
    help: 'Duration of HTTP requests in seconds.',
    labels: ['method', 'route'],
  },
  postern_http_responses_total: {
    type: 'counter',
    help: 'HTTP responses by class of their status.',
    labels: ['status'],
  },
  postern_outbox_events_total: { type: 'counter', help: 'Events that this process handed to their handlers.' },
  postern_jobs_total: {
    type: 'counter',
    help: 'Background jobs by queue and result: done, failed, dead or canceled.',
    labels: ['queue', 'result'],
  },
  postern_region_up: { type: 'gauge', help: 'Whether the database of the region answers: 1 or 0.', labels: ['region'] },
  postern_db_connections_open: { type: 'gauge', help: 'Open connections to the databases.' },
  postern_db_connections_waiting: { type: 'gauge', help: 'Requests that wait for a database connection.' },
  postern_messages_total: {
    type: 'counter',
    help: 'E-mails and text messages by their result.',
    labels: ['kind', 'result'],
  },
  postern_audit_entries_waiting: { type: 'gauge', help: 'Entries of the audit log that are not written yet.' },
  postern_audit_entries_dropped_total: { type: 'counter', help: 'Entries of the audit log that could not be written.' },
  postern_custom_jwt_seconds: { type: 'histogram', help: 'Duration of scripts that add claims to tokens, in seconds.' },
  postern_captcha_failures_total: { type: 'counter', help: 'CAPTCHA checks without an answer from the provider.' },
  postern_pwned_lookup_failures_total: { type: 'counter', help: 'Lookups of breached passwords without an answer.' },
  process_resident_memory_bytes: { type: 'gauge', help: 'Resident memory of the process in bytes.' },
} as const satisfies MetricTable;

export type MetricName = keyof typeof metricTable;
