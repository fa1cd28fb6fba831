import { RequestError } from '#platform/client/request-error.ts';

/** The object exists already: an email domain of the organization, or a pending invitation. */
export const isTaken = (error: unknown) =>
  error instanceof RequestError && error.code === 'entity.unique_integrity_violation';
