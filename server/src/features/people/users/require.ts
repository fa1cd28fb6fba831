import { AppError } from '#platform/errors';

/** What was looked up by the id in the path. */
export function known<T>(value: T | undefined): T {
  if (value === undefined) {
    throw new AppError('entity.not_found');
  }
  return value;
}
