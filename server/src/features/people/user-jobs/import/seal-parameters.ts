import type { App } from '#platform/app';
import { sealerFor } from '#platform/secrets/seal-column';
import type { SealedColumn } from '#platform/secrets/sealed-columns';

const purposeOf = (tenantId: string) => `user-import/${tenantId}`;

/** Encrypts the parameters of Firebase, which contain the key of the project, until the job has ended. */
export const parameterSealer = ({ vault }: App, tenantId: string) => sealerFor(vault, purposeOf(tenantId));

export const sealedParameters: SealedColumn = {
  table: 'user_jobs',
  column: 'secrets',
  purpose: ({ tenantId }) => purposeOf(tenantId),
};
