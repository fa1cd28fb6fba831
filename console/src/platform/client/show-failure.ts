import type { ErrorBody } from '@postern/contracts/errors';
import i18next from 'i18next';
import { showError } from '../feedback/toast.ts';
import { explanationOf } from './explain-failure.ts';
import { describeIssues, readIssues } from './read-issues.ts';
import { Declined, RequestError } from './request-error.ts';

const statusPhrases = {
  400: 'errors.status.400',
  401: 'errors.status.401',
  403: 'errors.status.403',
  404: 'errors.status.404',
  409: 'errors.status.409',
  413: 'errors.status.413',
  422: 'errors.status.422',
  429: 'errors.status.429',
  500: 'errors.status.500',
  502: 'errors.status.502',
  503: 'errors.status.503',
  504: 'errors.status.504',
} as const;

const failurePhrases = {
  network: 'errors.network',
  timeout: 'errors.timeout',
  missing_total_number: 'errors.missing_total_number',
} as const;

const isKnownStatus = (status: number): status is keyof typeof statusPhrases => status in statusPhrases;

/** The server's message and its issues. If there are issues, `details` is only for API clients. */
function wordsOf(error: RequestError, { message, details = '' }: ErrorBody): string {
  const issues = readIssues(error);
  const more = issues.length > 0 ? describeIssues(issues) : details;
  // Some messages already contain their details.
  const isSaid =
    issues.length > 0 ? issues.every((issue) => message.includes(issue.message)) : message.includes(details);
  return isSaid ? message : `${message} ${more}`;
}

/** The message of a failed call: the server's own, otherwise one for the status. */
export function failureMessage(error: unknown): string {
  if (!(error instanceof RequestError)) {
    return i18next.t('errors.unknown_server_error');
  }
  const explained = explanationOf(error);
  if (explained) {
    return explained.message;
  }
  if (error.body) {
    return wordsOf(error, error.body);
  }
  if (error.failure) {
    return i18next.t(failurePhrases[error.failure]);
  }
  return i18next.t(isKnownStatus(error.status) ? statusPhrases[error.status] : 'errors.unknown_server_error');
}

/** Shows a toast for a failed call, unless the caller handles its code or the person declined. */
export function showFailure(error: unknown, ignore: readonly string[] = []): void {
  if (error instanceof Declined) {
    return;
  }
  if (error instanceof RequestError && error.code !== undefined && ignore.includes(error.code)) {
    return;
  }
  const explained = explanationOf(error);
  if (explained) {
    showError(explained.message, { note: explained.note, action: explained.action });
    return;
  }
  const requestId = error instanceof RequestError ? error.requestId : undefined;
  showError(failureMessage(error), { note: requestId && i18next.t('errors.request', { id: requestId }) });
}
