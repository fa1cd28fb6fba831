import type { App, Feature } from '#platform/app';
import type { Job } from '#platform/jobs/jobs';
import { resealColumns } from '#platform/secrets/sealed-columns';
import { findVaultState, noteSettingsSealed } from './store.ts';

export { rotateSecrets } from './rotate.ts';
export { findVaultState } from './store.ts';
export { countSealedSettings, unsealSettings } from './unseal.ts';

/** Encrypts what an earlier release stored as plain text, once, when its nodes have stopped. */
export async function sealSettings({ signal }: Pick<Job, 'signal'>, app: App, region?: string): Promise<undefined> {
  const { tenancy, vault, sealed, log } = app;
  if (!vault.isReady || !vault.sealsSettings()) {
    return;
  }
  const { isSealed } = await tenancy.system(findVaultState, region);
  if (isSealed) {
    return;
  }
  const { changed } = await resealColumns(
    (work) => {
      signal.throwIfAborted();
      return tenancy.system(work, region);
    },
    vault,
    sealed.filter(({ sealPlain }) => sealPlain),
  );
  await tenancy.system(noteSettingsSealed, region);
  log.info({ changed, region }, 'stored settings were encrypted');
}

export const vault: Feature = {
  name: 'vault',
  queues: [{ queue: 'vault.seal-settings', everySeconds: 3600, maxAttempts: 1, inRegions: true, run: sealSettings }],
  async start(app) {
    const { settingsFrom } = await app.tenancy.system(findVaultState);
    app.vault.sealSettingsFrom(settingsFrom);
  },
};
