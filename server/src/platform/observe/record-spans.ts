import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { TraceConfig } from '#platform/config/trace-config';
import { version } from '#platform/config/version';
import { createEgress } from '#platform/egress/egress';
import { every } from '#platform/jobs/every';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { type Attributes, type Recorder, type SpanKind, useRecorder } from './trace.ts';

type Span = {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: SpanKind;
  startedAt: number;
  endedAt: number | undefined;
  attributes: Attributes;
  isError: boolean;
  isSampled: boolean;
};

type Options = { config: TraceConfig; nodeId: string; log: Log; metrics: Metrics };

/** Spans that wait, and spans in one request. */
const maxWaiting = 4096;
const maxBatch = 512;
const intervalMs = 2000;

/** SpanKind of the OTLP protocol. */
const kinds: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, consumer: 5 };
const errorStatus = 2;

const now = () => performance.timeOrigin + performance.now();
/** JSON numbers cannot hold nanoseconds, so OTLP writes them as text. */
const nanoseconds = (ms: number) => `${Math.round(ms * 1000)}000`;

/** W3C Trace Context §3.2: version, trace, parent and flags. All zeros are invalid. */
function readTraceparent(header: string | undefined) {
  const match = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-.*)?$/.exec(header ?? '');
  const [, traceId = '', spanId = '', flags = ''] = match ?? [];
  if (!/[^0]/.test(traceId) || !/[^0]/.test(spanId)) {
    return undefined;
  }
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The same trace gets the same decision on every node. */
const isWithin = (traceId: string, ratio: number) => Number.parseInt(traceId.slice(-13), 16) < ratio * 2 ** 52;

function printValue(value: string | number | boolean) {
  if (typeof value === 'number') {
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  }
  return typeof value === 'boolean' ? { boolValue: value } : { stringValue: value };
}

const printAttributes = (attributes: Attributes) =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: printValue(value) }],
  );

const printSpan = (span: Span) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentSpanId ? { parentSpanId: span.parentSpanId } : {}),
  name: span.name,
  kind: kinds[span.kind],
  startTimeUnixNano: nanoseconds(span.startedAt),
  endTimeUnixNano: nanoseconds(span.endedAt ?? span.startedAt),
  attributes: printAttributes(span.attributes),
  ...(span.isError ? { status: { code: errorStatus } } : {}),
});

/** Sends spans in batches. Spans that cannot be sent are dropped: they must not fill the memory. */
function createExporter({ config, nodeId, log, metrics }: Options) {
  // The operator chooses the collector, which usually has a private address.
  const egress = createEgress({ allowPrivate: true, timeoutMs: config.timeoutMs });
  const resource = printAttributes({
    'service.version': version,
    'service.instance.id': nodeId,
    ...config.resource,
  });
  let waiting: Span[] = [];
  let isFailing = false;

  async function send(spans: Span[]): Promise<void> {
    const scope = { name: 'postern', version };
    const body = {
      resourceSpans: [{ resource: { attributes: resource }, scopeSpans: [{ scope, spans: spans.map(printSpan) }] }],
    };
    const response = await egress.fetch(config.url, {
      method: 'POST',
      headers: { ...config.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await response.text();
    if (!response.ok) {
      throw new Error(`The collector answered ${response.status}.`);
    }
  }

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.splice(0, maxBatch);
      try {
        await send(spans);
        metrics.count('postern_trace_spans_total', { result: 'sent' }, spans.length);
        isFailing = false;
      } catch (error) {
        metrics.count('postern_trace_spans_total', { result: 'dropped' }, spans.length);
        if (!isFailing) {
          log.warn({ err: error }, 'trace export failed');
        }
        isFailing = true;
      }
    }
  }

  let flushing: Promise<void> | undefined;
  const flushOnce = () => {
    flushing ??= flush().finally(() => {
      flushing = undefined;
    });
    return flushing;
  };
  const timer = every(intervalMs, () => void flushOnce());
  return {
    add(span: Span) {
      if (waiting.length >= maxWaiting) {
        metrics.count('postern_trace_spans_total', { result: 'dropped' });
      } else {
        waiting.push(span);
      }
    },
    async stop() {
      timer.stop();
      await flushOnce();
      // Spans that ended during the last request.
      await flushOnce();
      waiting = [];
    },
  };
}

/** Records the traces of this process and sends them until it is stopped. */
export function startTracing(options: Options): { stop(): Promise<void> } {
  const { isParentBased, ratio } = options.config;
  const exporter = createExporter(options);
  const current = new AsyncLocalStorage<Span>();

  /** Work that outlives its request, such as a timer, is not a part of it. */
  function findCurrent(): Span | undefined {
    const span = current.getStore();
    return span?.endedAt === undefined ? span : undefined;
  }

  function create(
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    from: Pick<Span, 'traceId' | 'isSampled' | 'parentSpanId'>,
  ): Span {
    const spanId = randomBytes(8).toString('hex');
    return { ...from, spanId, name, kind, attributes, startedAt: now(), endedAt: undefined, isError: false };
  }

  function finish(span: Span): void {
    if (span.endedAt === undefined) {
      span.endedAt = now();
      if (span.isSampled) {
        exporter.add(span);
      }
    }
  }

  const recorder: Recorder = {
    open(name, { kind, attributes, traceparent }) {
      const parent = readTraceparent(traceparent);
      const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
      const isSampled = parent && isParentBased ? parent.isSampled : isWithin(traceId, ratio);
      const span = create(name, kind, { ...attributes }, { traceId, isSampled, parentSpanId: parent?.spanId });
      return {
        within: (work) => current.run(span, work),
        end({ name: last = name, attributes: more, isError = false }) {
          Object.assign(span, { name: last, isError });
          Object.assign(span.attributes, more);
          finish(span);
        },
      };
    },
    async run(name, kind, attributes, work) {
      const parent = findCurrent();
      if (!parent?.isSampled) {
        return work();
      }
      const { traceId, isSampled, spanId } = parent;
      const span = create(name, kind, { ...attributes }, { traceId, isSampled, parentSpanId: spanId });
      try {
        return await current.run(span, work);
      } catch (error) {
        span.isError = true;
        // The class only: a message may contain values.
        span.attributes['error.type'] = error instanceof Error ? error.constructor.name : typeof error;
        throw error;
      } finally {
        finish(span);
      }
    },
    annotate(attributes) {
      Object.assign(findCurrent()?.attributes ?? {}, attributes);
    },
    traceparent() {
      const span = findCurrent();
      return span && `00-${span.traceId}-${span.spanId}-${span.isSampled ? '01' : '00'}`;
    },
  };
  useRecorder(recorder);
  return {
    async stop() {
      useRecorder(undefined);
      await exporter.stop();
    },
  };
}
