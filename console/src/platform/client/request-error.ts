import type { ErrorBody } from '@postern/contracts/errors';

/** Why no usable answer came, where the server did not say it with a code. */
export type TransportFailure = 'network' | 'timeout' | 'missing_total_number';

/** A call that failed: `status` 0 when there was no answer at all. */
export class RequestError extends Error {
  readonly status: number;
  readonly body: ErrorBody | undefined;
  readonly requestId: string | undefined;
  readonly failure: TransportFailure | undefined;

  constructor(
    message: string,
    parts: { status: number; body?: ErrorBody; requestId?: string; failure?: TransportFailure; cause?: unknown },
  ) {
    super(message, { cause: parts.cause });
    this.name = 'RequestError';
    this.status = parts.status;
    this.body = parts.body;
    this.requestId = parts.requestId;
    this.failure = parts.failure;
  }

  get code(): string | undefined {
    return this.body?.code ?? this.failure;
  }
}

/** The database of the tenant does not answer, while the rest of the product does. */
export const isOutOfReach = (error: unknown) => error instanceof RequestError && error.code === 'region.unavailable';
