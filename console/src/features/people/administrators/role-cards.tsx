import { AdministratorRole } from '@postern/contracts/people/administrators';
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
      choices={AdministratorRole.options.map((value) => ({
        value,
        label: t(`administrators.roles.${value}`),
        help: t(`administrators.roleHelp.${value}`),
      }))}
    />
  );
}
