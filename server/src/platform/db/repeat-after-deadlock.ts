import { isDeadlock } from '#platform/http/errors';

const maxTries = 3;

/** PostgreSQL aborts one of two deadlocked transactions. It has changed nothing, so it can be repeated. */
export async function repeatAfterDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (tries >= maxTries || !isDeadlock(error)) {
        throw error;
      }
    }
  }
}
