import type { SsoSetupDirectory } from '@postern/contracts/people/sso-setup';
import type { App } from '#platform/app';
import type { Db } from '#platform/db';

/** How a customer turns on directory sync for a connector. Runs in the transaction of the step. */
type DirectoryStep = (
  app: App,
  db: Db,
  of: { tenantId: string; connectorId: string; name: string },
) => Promise<SsoSetupDirectory>;

export type SetupState = { directory: DirectoryStep | undefined };

export const featureName = 'sso-setup';

/** The slice of directory sync calls this in its `start`. Without it, the portal has no such step. */
export function offerDirectorySync(app: App, step: DirectoryStep): void {
  app.stateOf<SetupState>(featureName).directory = step;
}

export const directoryOf = (app: App): DirectoryStep | undefined => app.stateOf<SetupState>(featureName).directory;
