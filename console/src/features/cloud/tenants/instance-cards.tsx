import type { Region } from '@postern/contracts/cloud/tenants';
import type { Control, FieldValues, Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { RadioCards } from '#platform/form/radio-cards.tsx';

/** Value for all public regions together; no region has this id. */
export const sharedInstance = 'shared';

type InstanceCardsProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  name: Path<Values>;
  /** The private regions of this person. */
  regions: readonly Region[];
};

/** Shared or private instance. */
export function InstanceCards<Values extends FieldValues, Output>({
  control,
  name,
  regions,
}: InstanceCardsProps<Values, Output>) {
  const { t } = useTranslation();
  return (
    <RadioCards
      control={control}
      name={name}
      label={t('tenants.form.instance')}
      missing={t('tenants.form.instanceMissing')}
      choices={[
        { value: sharedInstance, label: t('tenants.form.shared'), help: t('tenants.form.sharedHelp') },
        ...regions.map(({ id, name: label, country }) => ({
          value: id,
          label,
          help: t('tenants.form.privateHelp', { country }),
        })),
      ]}
    />
  );
}
