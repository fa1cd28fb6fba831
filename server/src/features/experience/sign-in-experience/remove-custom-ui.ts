import type { App } from '#platform/app';
import type { Job } from '#platform/jobs';

/** The files of an upload that is gone. Files that are not there any more are no failure, so a job may be repeated. */
export async function removeCustomUi({ payload }: Pick<Job, 'payload'>, { storage }: Pick<App, 'storage'>) {
  // Only deleteUnusedCustomUi adds jobs to this queue.
  for (const key of payload.keys as string[]) {
    await storage.remove(key);
  }
  return undefined;
}
