import { TenantTag } from '@postern/contracts/cloud/tenants';
import { useEffect } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { RadioCards } from '#platform/form/radio-cards.tsx';

type PurposeCardsProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  /** Tags that the selected region supports; undefined while loading. */
  tags: readonly TenantTag[] | undefined;
};

/** The purpose of a tenant. */
export function PurposeCards<Values extends FieldValues & { tag: string }, Output>({
  control,
  tags,
}: PurposeCardsProps<Values, Output>) {
  const { t } = useTranslation();
  // The form has a field of this name; its generic type hides that.
  const name = 'tag' as Path<Values>;
  const { field } = useController({ control, name });
  const { value, onChange } = field;
  const offered = TenantTag.options.filter((tag) => tags?.includes(tag) ?? true);
  const instead = offered.some((tag) => tag === value) ? undefined : offered[0];
  useEffect(() => {
    // The newly selected region does not support the selected tag.
    if (instead) {
      onChange(instead);
    }
  }, [instead, onChange]);
  return (
    <RadioCards
      control={control}
      name={name}
      label={t('tenants.form.purpose')}
      missing={t('tenants.form.purposeMissing')}
      choices={offered.map((tag) => ({
        value: tag,
        label: t(`tenants.tags.${tag}`),
        help: t(`tenants.tagHelp.${tag}`),
      }))}
    />
  );
}
