import type { ConnectorErrorCode } from '@postern/contracts/messages/connectors';

/** An intended error of a connector. `data` is returned to the caller, so it must not contain secrets. */
export class ConnectorError extends Error {
  readonly code: ConnectorErrorCode;
  readonly data: unknown;

  constructor(code: ConnectorErrorCode, data?: unknown) {
    super(typeof data === 'string' ? data : code);
    this.name = 'ConnectorError';
    this.code = code;
    this.data = data;
  }
}
