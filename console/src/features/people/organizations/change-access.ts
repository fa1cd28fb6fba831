import {
  type ApplicationAccess,
  applicationAccessApi,
  type NamedApplicationAccess,
} from '@postern/contracts/access/application-access';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** The rules without names, as they are written. */
const rulesOf = (access: NamedApplicationAccess): ApplicationAccess => ({
  userIds: idsOf(access.users),
  userRoleIds: idsOf(access.userRoles),
  organizationIds: idsOf(access.organizations),
  organizationRoleRules: access.organizationRoles.map(({ organization, roles }) => ({
    organizationId: organization.id,
    organizationRoleIds: idsOf(roles),
  })),
});

export const countRules = (access: NamedApplicationAccess): number =>
  Object.values(access).reduce((sum, list) => sum + list.length, 0);

/** Writes all rules: what was shown, with a change. */
export function useChangeAccess(applicationId: string, access: NamedApplicationAccess, onDone?: () => void) {
  const { t } = useTranslation();
  const save = useWrite(applicationAccessApi.save, {
    onDone: () => {
      onDone?.();
      showSuccess(t('organizations.access.saved'));
    },
  });
  return {
    isPending: save.isPending,
    change: (to: (rules: ApplicationAccess) => Partial<ApplicationAccess>) => {
      const rules = rulesOf(access);
      save.mutate({ params: { applicationId }, body: { ...rules, ...to(rules) } });
    },
  };
}
