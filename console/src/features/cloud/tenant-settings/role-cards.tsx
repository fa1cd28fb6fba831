import { TenantRole } from '@postern/contracts/cloud/tenants';
import type { Control, FieldValues, Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { RadioCards } from '#platform/form/radio-cards.tsx';

type RoleCardsProps<Values extends FieldValues, Sent> = {
  control: Control<Values, unknown, Sent>;
  name: Path<Values>;
  autoFocus?: boolean;
};

export function RoleCards<Values extends FieldValues, Sent>(props: RoleCardsProps<Values, Sent>) {
  const { t } = useTranslation();
  return (
    <RadioCards
      {...props}
      label={t('tenantSettings.columns.role')}
      missing={t('tenantSettings.roleMissing')}
      choices={[...TenantRole.options].reverse().map((value) => ({
        value,
        label: t(`tenantSettings.roles.${value}`),
        help: t(`tenantSettings.roleHelp.${value}`),
      }))}
    />
  );
}
