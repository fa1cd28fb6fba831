import type { StreamedEntry } from './deliver.store.ts';

/** One line of JSON. The number and the hash identify the entry in the hash chain of the tenant. */
export const lineOf = (tenantId: string, { seq, id, key, payload, createdAt, hash }: StreamedEntry): string =>
  `${JSON.stringify({ sequence: seq, id, tenantId, key, payload, createdAt, hash })}\n`;

type AttributeValue = { stringValue: string } | { intValue: string };
type Attribute = { key: string; value: AttributeValue };

const text = (key: string, value: unknown): Attribute[] =>
  typeof value === 'string' ? [{ key, value: { stringValue: value } }] : [];

const [info, error] = [
  { severityNumber: 9, severityText: 'INFO' },
  { severityNumber: 17, severityText: 'ERROR' },
];

/** A LogRecord of OTLP in JSON: 64-bit numbers are strings. Names follow the semantic conventions where they exist. */
export function recordOf({ seq, id, key, payload, createdAt, hash }: StreamedEntry): string {
  return JSON.stringify({
    timeUnixNano: `${createdAt}000000`,
    observedTimeUnixNano: `${createdAt}000000`,
    ...(payload.result === 'Error' ? error : info),
    body: { stringValue: key },
    attributes: [
      ...text('log.record.uid', id),
      { key: 'postern.audit.sequence', value: { intValue: String(seq) } },
      ...text('postern.audit.hash', hash),
      ...text('postern.audit.result', payload.result),
      ...text('user.id', payload.userId),
      ...text('session.id', payload.sessionId),
      ...text('client.address', payload.ip),
      ...text('user_agent.original', payload.userAgent),
      ...text('postern.application.id', payload.applicationId),
      ...text('postern.organization.id', payload.organizationId),
      ...text('postern.audit.payload', JSON.stringify(payload)),
    ],
  });
}

/** Records are inserted as they are, so that the size of the request is known in advance. */
export function otlpBody(tenantId: string, records: readonly string[]): string {
  const attributes = [...text('service.name', 'postern'), ...text('postern.tenant.id', tenantId)];
  const scope = { name: 'postern.audit' };
  return `{"resourceLogs":[{"resource":${JSON.stringify({ attributes })},"scopeLogs":[{"scope":${JSON.stringify(scope)},"logRecords":[${records.join()}]}]}]}`;
}

export type Batch = { first: StreamedEntry; last: StreamedEntry; count: number; parts: string[] };

/** The first entries that fit into one request, as text; at least one. */
export function takeBatch(
  entries: readonly StreamedEntry[],
  print: (entry: StreamedEntry) => string,
  maxBytes: number,
): Batch | undefined {
  const parts: string[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const part = print(entry);
    bytes += Buffer.byteLength(part) + 1;
    if (parts.length > 0 && bytes > maxBytes) {
      break;
    }
    parts.push(part);
  }
  const [first, last] = [entries[0], entries[parts.length - 1]];
  return first && last && { first, last, count: parts.length, parts };
}
