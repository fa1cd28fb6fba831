import type { AccountCenter, accountFields } from '@postern/contracts/experience/account-center';
import { getAccountCenter } from '#features/experience/account-center';
import type { App } from '#platform/app';
import type { Caller } from '#platform/caller';
import { AppError } from '#platform/errors';

type Field = (typeof accountFields)[number];

/** What the account center lets people do with their own account. */
export type Access = {
  /** Whether it may be seen: by the setting, and by the scope where one is needed. */
  sees(field: Field, scope?: string): boolean;
  hasScope(scope: string): boolean;
  /** Whether a third-party application calls: no consent covers how people prove who they are. */
  isThirdParty: boolean;
  requireScope(field: Field, scope: string): void;
  requireShown(field: Field, scope?: string): void;
  requireEditable(field: Field, scope?: string): void;
};

/** A missing scope is told with the status that the wire uses for this part of the account. */
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

/** `authenticate` has refused the call already where the account center is off. */
export const getAccess = async (app: App, tenantId: string, caller: Caller): Promise<Access> =>
  accessOf(await getAccountCenter(app, tenantId), caller);
