import type { AccountCenter, accountFields } from '@postern/contracts/account-center';
import { getAccountCenter } from '#features/account-center';
import type { App } from '#platform/app';
import type { Caller } from '#platform/authenticate';
import { AppError } from '#platform/errors';

type Field = (typeof accountFields)[number];

/** What the account center lets people do with their own account. */
export type Access = {
  /** Whether it may be seen: by the setting, and by the scope where one is needed. */
  sees(field: Field, scope?: string): boolean;
  hasScope(scope: string): boolean;
  requireShown(field: Field, scope?: string): void;
  requireEditable(field: Field, scope?: string): void;
};

/** A missing scope is told with the status that the wire uses for this part of the account. */
const missesScope = (field: Field) => new AppError('auth.unauthorized', field === 'mfa' ? {} : { status: 400 });

function accessOf({ fields }: AccountCenter, { scopes }: Caller): Access {
  const modeOf = (field: Field) => fields[field] ?? 'Off';
  const hasScope = (scope: string | undefined) => scope === undefined || scopes.has(scope);
  return {
    hasScope,
    sees: (field, scope) => modeOf(field) !== 'Off' && hasScope(scope),
    requireShown(field, scope) {
      if (modeOf(field) === 'Off') {
        throw new AppError('account_center.field_not_enabled');
      }
      if (!hasScope(scope)) {
        throw missesScope(field);
      }
    },
    requireEditable(field, scope) {
      if (modeOf(field) !== 'Edit') {
        throw new AppError('account_center.field_not_editable');
      }
      if (!hasScope(scope)) {
        throw missesScope(field);
      }
    },
  };
}

/** Throws when the account center is off. */
export async function getAccess(app: App, tenantId: string, caller: Caller): Promise<Access> {
  const center = await getAccountCenter(app, tenantId);
  if (!center.enabled) {
    throw new AppError('account_center.not_enabled');
  }
  return accessOf(center, caller);
}
