import { type ImportColumn, importFields } from '@postern/contracts/people/user-imports';
import { useTranslation } from 'react-i18next';

/** Value for a column that is skipped; a form field is never null. */
export const leftOut = '-';

const access = ['password', 'passwordDigest', 'passwordAlgorithm', 'isSuspended', 'roles', 'identities'];
const other = ['customData', 'createdAt', 'lastSignInAt'];

function groupOf(field: string) {
  if (field.startsWith('profile.address.')) {
    return 'address';
  }
  if (field.startsWith('profile.')) {
    return 'profile';
  }
  if (access.includes(field)) {
    return 'access';
  }
  return other.includes(field) ? 'other' : 'account';
}

const groups = ['account', 'access', 'profile', 'address', 'other'] as const;

/** The custom data key for a column: without dots, and limited in length. */
const customFieldOf = (name: string) => `customData.${name.trim().replaceAll('.', '_').slice(0, 64).trim() || 'value'}`;

/** The fields that a column can be mapped to, localized. */
export function useFieldChoices() {
  const { t } = useTranslation();
  const known = groups.map((group) => ({
    group: t(`userJobs.mapping.groups.${group}`),
    items: importFields
      .filter((field) => groupOf(field) === group)
      // The phrases use the same nested keys as the fields.
      .map((field) => ({ value: field as string, label: t(`userJobs.fields.${field}`) })),
  }));
  return ({ name, field }: Pick<ImportColumn, 'name' | 'field'>) => {
    const own = [...new Set([customFieldOf(name), ...(field?.startsWith('customData.') ? [field] : [])])];
    return [
      { value: leftOut, label: t('userJobs.mapping.leaveOut') },
      ...own.map((value) => ({
        value,
        label: t('userJobs.mapping.custom', { name: value.slice('customData.'.length) }),
      })),
      ...known,
    ];
  };
}
