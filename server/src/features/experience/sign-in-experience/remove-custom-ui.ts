import type { App } from '#platform/app';
import type { Job } from '#platform/jobs/jobs';

/** Removes the files of a deleted upload. Missing files are not an error, so the job can be repeated. */
export async function removeCustomUi({ payload }: Pick<Job, 'payload'>, { storage }: Pick<App, 'storage'>) {
  // Only deleteUnusedCustomUi adds jobs to this queue.
  for (const key of payload.keys as string[]) {
    await storage.remove(key);
  }
  return undefined;
}
