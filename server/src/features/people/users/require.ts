import { AppError } from '#platform/errors';

/** Throws 404 if the lookup by the id in the path found nothing. */
export function known<T>(value: T | undefined): T {
  if (value === undefined) {
    throw new AppError('entity.not_found');
  }
  return value;
}
