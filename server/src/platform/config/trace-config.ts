import { z } from 'zod';
import { ConfigError } from './config-error.ts';

const address = z
  .url({ protocol: /^https?$/, error: 'must be the http(s) address of an OpenTelemetry collector' })
  .refine(
    (value) => !URL.canParse(value) || !new URL(value).username,
    'must not contain a username; use OTEL_EXPORTER_OTLP_HEADERS',
  )
  .transform((value) => value.replace(/\/+$/, ''));

const pairs = z.string().transform((text, context) => {
  const found = text
    .split(',')
    .map((pair) => pair.trim())
    .filter(Boolean)
    .map((pair) => /^([^=\s]+)\s*=\s*(.*)$/.exec(pair));
  if (found.some((match) => !match)) {
    context.addIssue({ code: 'custom', message: 'must be pairs such as name=value, separated by commas' });
    return z.NEVER;
  }
  return Object.fromEntries(found.map((match) => [match?.[1] ?? '', decode(match?.[2] ?? '')]));
});

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone % is not an encoding.
    return text;
  }
}

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Variables of the OpenTelemetry specification that the server reads. */
export const traceVariables = {
  OTEL_SDK_DISABLED: z.enum(['true', 'false', '']).optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/json', 'must be http/json; other protocols are not supported')
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.optional(),
  OTEL_EXPORTER_OTLP_TIMEOUT: z.coerce.number().int().min(100).max(120_000).default(10_000),
  OTEL_SERVICE_NAME: z.string().max(200).optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs.optional(),
  OTEL_TRACES_SAMPLER: z.enum(samplers).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

export type TraceConfig = {
  url: string;
  headers: Record<string, string>;
  timeoutMs: number;
  resource: Record<string, string>;
  /** Whether the decision of the caller, in its traceparent, is followed. */
  isParentBased: boolean;
  /** The part of the other traces that is recorded, from 0 to 1. */
  ratio: number;
};

type Variables = z.infer<z.ZodObject<typeof traceVariables>>;

/** Undefined: no traces, and nothing of their code is loaded. */
export function readTraceConfig(env: Variables): TraceConfig | undefined {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base}/v1/traces`);
  const kind = env.OTEL_TRACES_SAMPLER.replace('parentbased_', '');
  if (!url || env.OTEL_SDK_DISABLED === 'true' || env.OTEL_TRACES_EXPORTER === 'none') {
    return undefined;
  }
  const names = Object.keys(env.OTEL_EXPORTER_OTLP_HEADERS ?? {});
  if (!names.every((name) => /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/.test(name))) {
    throw new ConfigError('OTEL_EXPORTER_OTLP_HEADERS: contains a name that is not a header');
  }
  const resource = env.OTEL_RESOURCE_ATTRIBUTES ?? {};
  return {
    url,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    timeoutMs: env.OTEL_EXPORTER_OTLP_TIMEOUT,
    resource: { ...resource, 'service.name': env.OTEL_SERVICE_NAME ?? resource['service.name'] ?? 'postern' },
    isParentBased: env.OTEL_TRACES_SAMPLER.startsWith('parentbased_'),
    ratio: kind === 'always_on' ? 1 : kind === 'always_off' ? 0 : env.OTEL_TRACES_SAMPLER_ARG,
  };
}
