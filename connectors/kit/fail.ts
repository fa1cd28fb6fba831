import type { ConnectorErrorCode } from '@postern/contracts/messages/connectors';

/** What a connector throws on purpose. Nothing secret goes into `data`: it is answered to whoever called. */
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
