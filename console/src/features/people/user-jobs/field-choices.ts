import { type ImportColumn, importFields } from '@postern/contracts/people/user-imports';
import { useTranslation } from 'react-i18next';

/** Stands for a column that is left out; a field of the form is never null. */
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

/** A key of custom data that a column can have: without dots, and not too long. */
const customFieldOf = (name: string) => `customData.${name.trim().replaceAll('.', '_').slice(0, 64).trim() || 'value'}`;

/** What a column can be read as, in the words of the console. */
export function useFieldChoices() {
  const { t } = useTranslation();
  const known = groups.map((group) => ({
    group: t(`userJobs.mapping.groups.${group}`),
    items: importFields
      .filter((field) => groupOf(field) === group)
      // The phrases have the very keys of the fields, one below the other.
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
