import type { ActionType } from '@postern/contracts/sign-in/actions';
import { openVariables as openSealed } from '#features/access/scripts';
import type { App } from '#platform/app';
import type { SealedColumn } from '#platform/secrets/sealed-columns';
import type { ActionRow } from './store.ts';

/** Sealed for one script of one tenant: it cannot be opened in another row. */
export const purposeOf = (tenantId: string, type: ActionType) => `action/${tenantId}/${type}`;

export const sealedVariables: SealedColumn = {
  table: 'actions',
  column: 'environment_variables',
  key: ['type'],
  // The table accepts no other types.
  purpose: ({ tenantId, id }) => purposeOf(tenantId, id as ActionType),
};

export const openVariables = (app: App, tenantId: string, row: ActionRow) =>
  openSealed(app.vault, purposeOf(tenantId, row.type), row.sealedVariables);
