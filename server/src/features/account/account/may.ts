import type { AccountCenter, accountFields } from '@postern/contracts/experience/account-center';
import { getAccountCenter } from '#features/experience/account-center';
import type { App } from '#platform/app';
import type { Caller } from '#platform/caller';
import { AppError } from '#platform/errors';

type Field = (typeof accountFields)[number];

/** What the account center allows users to do with their own account. */
export type Access = {
  /** Whether the field may be read: by its setting, and by the scope if one is given. */
  sees(field: Field, scope?: string): boolean;
  hasScope(scope: string): boolean;
  /** Whether a third-party application calls: consent never covers sign-in credentials. */
  isThirdParty: boolean;
  requireScope(field: Field, scope: string): void;
  requireShown(field: Field, scope?: string): void;
  requireEditable(field: Field, scope?: string): void;
};

/** The wire uses different statuses for a missing scope, depending on the field. */
const missesScope = (field: Field) => new AppError('auth.unauthorized', field === 'mfa' ? {} : { status: 400 });

function accessOf({ fields }: AccountCenter, { scopes, isThirdParty = false }: Caller): Access {
  const modeOf = (field: Field) => fields[field] ?? 'Off';
  const hasScope = (scope: string | undefined) => scope === undefined || scopes.has(scope);
  return {
    hasScope,
    isThirdParty,
    sees: (field, scope) => modeOf(field) !== 'Off' && hasScope(scope),
    requireScope(field, scope) {
      if (!hasScope(scope)) {
        throw missesScope(field);
      }
    },
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

/** `authenticate` has already rejected the call if the account center is off. */
export const getAccess = async (app: App, tenantId: string, caller: Caller): Promise<Access> =>
  accessOf(await getAccountCenter(app, tenantId), caller);
