import type { ErrorBody } from '@postern/contracts/errors';

/** Why there is no usable response, if the server sent no error code. */
export type TransportFailure = 'network' | 'timeout' | 'missing_total_number';

/** A failed call: `status` is 0 when there was no response. */
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

/** A person did not agree to the costs of a change: nothing was changed, and nothing is shown. */
export class Declined extends Error {
  constructor() {
    super('declined');
    this.name = 'Declined';
  }
}

/** The tenant's database is unavailable, while the rest of the product works. */
export const isOutOfReach = (error: unknown) => error instanceof RequestError && error.code === 'region.unavailable';
