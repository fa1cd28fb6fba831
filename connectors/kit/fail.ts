import type { ConnectorErrorCode } from '@postern/contracts/messages/connectors';

/** An intended error of a connector. `data` is returned to the caller, so it must not contain secrets. */
export class ConnectorError extends Error {
  readonly code: ConnectorErrorCode;
  readonly data: unknown;
  /** The provider refuses this message for good: another attempt does not help. */
  readonly isPermanent: boolean;

  constructor(code: ConnectorErrorCode, data?: unknown, { isPermanent = false } = {}) {
    super(typeof data === 'string' ? data : code);
    this.name = 'ConnectorError';
    this.code = code;
    this.data = data;
    this.isPermanent = isPermanent;
  }
}
