import type { JsonObject } from '@postern/contracts/fields';
import { type ConnectorErrorCode, connectorErrorCodes } from '@postern/contracts/messages/connectors';
import type { App } from '#platform/app';
import { EgressError } from '#platform/egress/egress';
import { AppError } from '#platform/http/errors';
import { type Described, withoutSecrets } from './redact.ts';

/** Recognized by shape, because a package brings its own class. */
function isConnectorError(error: unknown): error is Error & { code: ConnectorErrorCode; data?: unknown } {
  return (
    error instanceof Error && 'code' in error && connectorErrorCodes.some((code) => code === Reflect.get(error, 'code'))
  );
}

const networkCodes = /^(?:E[A-Z]{3,}|UND_ERR_\w+|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|ERR_TLS_\w+)$/;

/** Why a provider could not be reached, as far as callers may know. */
function networkReason(error: unknown): string | undefined {
  if (error instanceof EgressError) {
    return error.message;
  }
  if (error instanceof Error && error.name === 'TimeoutError') {
    return 'The provider did not respond in time.';
  }
  const cause = error instanceof Error ? error.cause : undefined;
  for (const one of [cause, error]) {
    const code = one instanceof Error && 'code' in one ? String(one.code) : '';
    if (networkCodes.test(code)) {
      return `The provider could not be reached (${code}).`;
    }
  }
  return undefined;
}

/** Maps any error of a connector to an API error without secrets of its config. */
export function mapError(app: App, factory: Described, config: JsonObject, error: unknown): AppError {
  if (error instanceof AppError) {
    return error;
  }
  if (isConnectorError(error)) {
    const data = withoutSecrets(error.data ?? undefined, config, factory);
    const errorDescription = typeof data === 'string' ? data : '';
    return new AppError(`connector.${error.code}`, {
      values: { errorDescription, method: errorDescription },
      ...(data === undefined || data === null ? {} : { data: typeof data === 'string' ? { message: data } : data }),
    });
  }
  const reason = networkReason(error);
  if (!reason) {
    // A defect of the connector: the operator can fix it, the caller cannot.
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    const described = withoutSecrets({ message, stack }, config, factory);
    app.log.error({ connector: factory.metadata.id, ...described }, 'connector failed');
  }
  return new AppError('connector.general', { values: { errorDescription: reason ?? '' } });
}
