import { memberRequirementsApi } from '@postern/contracts/cloud/tenant-members';
import { useTranslation } from 'react-i18next';
import { FactorRequirement } from '#features/people/administrators/shared/factor-requirement.tsx';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useTenantId } from '#platform/tenant.ts';

/** Whether members need a second factor, for those who manage the tenant. */
export function MemberRequirement() {
  const { t } = useTranslation();
  const params = { id: useTenantId() };
  const read = useRead(memberRequirementsApi.get, { params }, { quiet: true });
  const update = useWrite(memberRequirementsApi.update, {
    onDone: ({ isMfaRequired }) => showSuccess(t(`administrators.factor.${isMfaRequired ? 'on' : 'off'}`)),
  });
  return (
    <Cards>
      <FactorRequirement
        read={read}
        isBusy={update.isPending}
        save={(isMfaRequired) => update.mutate({ params, body: { isMfaRequired } })}
      />
    </Cards>
  );
}
