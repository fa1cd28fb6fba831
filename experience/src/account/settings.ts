import { accessTo, type accountFields } from '@postern/contracts/experience/account-center';
import type { EmbeddedAccountSettings } from '@postern/contracts/sign-in/pages';
import { readSettings, useSettings } from '../platform/settings.ts';

export type AccountSettings = EmbeddedAccountSettings;
export type Center = AccountSettings['accountCenter'];
export type Field = (typeof accountFields)[number];

// The server embeds more settings in the account center than in the sign-in pages.
export const readAccountSettings = () => readSettings() as AccountSettings;
export const useAccountSettings = () => useSettings() as AccountSettings;

export const isShown = ({ fields }: Center, field: Field) => accessTo(fields, field) !== 'Off';
const isEditable = ({ fields }: Center, field: Field) => accessTo(fields, field) === 'Edit';

/** What the account center lets people see and change. */
export function useAccess() {
  const { accountCenter } = useAccountSettings();
  return {
    isShown: (field: Field) => isShown(accountCenter, field),
    isEditable: (field: Field) => isEditable(accountCenter, field),
  };
}
