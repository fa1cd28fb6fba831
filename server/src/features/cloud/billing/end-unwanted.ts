import type { App } from '#platform/app';
import type { Job, Outcome } from '#platform/jobs';
import { providerOf } from './choose-provider.ts';

const otherProviderSeconds = 3600;

/** Ends a subscription that the tenant does not need. */
export async function endUnwanted({ payload }: Pick<Job, 'payload'>, app: App): Promise<Outcome> {
  const provider = providerOf(app);
  if (payload.provider !== provider.name) {
    // Keep the job until that provider is configured again.
    return { again: otherProviderSeconds };
  }
  await provider.cancel(String(payload.subscription));
  return undefined;
}
