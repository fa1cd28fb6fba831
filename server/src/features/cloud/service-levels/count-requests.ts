import { objectives, type ServiceKind, serviceKinds } from '@postern/contracts/cloud/service-levels';
import type { App } from '#platform/app';
import { type BatchWriter, createBatchWriter } from '#platform/db/batch-writes';
import type { Metrics, Sample } from '#platform/observe/metrics';
import { addCounts, type Counts } from './store.ts';

/** Streams stay open for minutes, and probes are not requests of people. */
const excluded = new Set(['/api/changes', '/api/status']);
const signInPaths = ['/oidc', '/api/experience', '/api/interaction'];

export function kindOf(route: unknown): ServiceKind | undefined {
  if (typeof route !== 'string' || excluded.has(route)) {
    return undefined;
  }
  if (signInPaths.some((path) => route === path || route.startsWith(`${path}/`))) {
    return 'signIn';
  }
  return route.startsWith('/api/') ? 'api' : undefined;
}

const nothing = (): Counts => ({ requests: 0, failed: 0, slow: 0 });

/** The totals of this process since its start, from the metrics, so that requests cost nothing more. */
export async function readTotals(metrics: Pick<Metrics, 'values'>): Promise<Map<ServiceKind, Counts>> {
  const totals = new Map(serviceKinds.map((kind) => [kind, nothing()]));
  const add = (samples: Sample[], change: (counts: Counts, sample: Sample) => void) => {
    for (const sample of samples) {
      const kind = kindOf(sample.labels.route);
      const counts = kind && totals.get(kind);
      if (counts) {
        change(counts, sample);
      }
    }
  };
  add(await metrics.values('postern_http_responses_total'), (counts, { value, labels }) => {
    counts.requests += value;
    counts.failed += labels.status === '5xx' ? value : 0;
  });
  add(await metrics.values('postern_http_request_seconds'), (counts, { value, labels, metricName }) => {
    // Slow: all requests but those of the bucket.
    if (metricName?.endsWith('_count')) {
      counts.slow += value;
    } else if (labels.le === objectives.latencySeconds) {
      counts.slow -= value;
    }
  });
  return totals;
}

const intervalMs = 60_000;

/** Adds the requests since the last write to the database, once a minute. What cannot be saved is kept for the next time. */
export function startCounting(app: App): BatchWriter {
  const saved = new Map<ServiceKind, Counts>();

  async function save(): Promise<void> {
    for (const [kind, total] of await readTotals(app.metrics)) {
      const before = saved.get(kind) ?? nothing();
      const counts = {
        requests: total.requests - before.requests,
        failed: total.failed - before.failed,
        slow: Math.max(0, total.slow - before.slow),
      };
      if (counts.requests > 0) {
        await app.tenancy.system((db) => addCounts(db, kind, counts));
        saved.set(kind, total);
      }
    }
  }

  const writer = createBatchWriter({
    waitMs: intervalMs,
    maxWaitMs: intervalMs,
    isEndless: true,
    waiting: () => 0,
    writeBatch: () =>
      save().then(
        () => true,
        (error) => {
          app.log.warn({ err: error }, 'service levels not saved');
          return false;
        },
      ),
  });
  writer.added();
  return writer;
}
