import type { LogStream } from '@postern/contracts/records/log-streams';

/** Where a stream sends to: its URL, or the bucket at an endpoint. */
export const addressOf = ({ webhook, s3, otlp }: LogStream): string =>
  webhook?.url ?? otlp?.endpoint ?? (s3 ? `${s3.endpoint} · ${s3.bucket}` : '');
