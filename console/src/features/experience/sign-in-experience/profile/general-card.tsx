import type { CustomProfileField, ProfileFieldType } from '@postern/contracts/experience/custom-profile-fields';
import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { SelectField } from '#platform/form/select-field.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { hasParts, isBuiltIn, ownTypes } from '../shared/kinds.ts';
import type { FieldFormValues } from './field-form.ts';

export type FieldControl = Control<FieldFormValues, unknown, FieldFormValues>;

type GeneralCardProps = { control: FieldControl; field: CustomProfileField; type: ProfileFieldType };

export function GeneralCard({ control, field: { name, type: storedType }, type }: GeneralCardProps) {
  const { t } = useTranslation();
  const builtIn = isBuiltIn(name);
  const isBox = type === 'Checkbox';
  const types = ownTypes.some((one) => one === storedType) ? ownTypes : [...ownTypes, storedType];
  return (
    <FormCard title={t('profileFields.field.general')} help={t('profileFields.field.generalHelp')}>
      {!builtIn && (
        <SelectField
          control={control}
          name="type"
          label={t('profileFields.field.type')}
          help={t('profileFields.field.typeHelp')}
          choices={types.map((value) => ({ value, label: t(`profileFields.types.${value}`) }))}
        />
      )}
      <TextField
        control={control}
        name="label"
        label={t('profileFields.field.label')}
        help={builtIn ? t('profileFields.field.labelHelp', { label: t(`profileFields.builtIn.${name}`) }) : undefined}
        optional={builtIn}
      />
      {!isBox && !hasParts(type) && (
        <TextField control={control} name="placeholder" label={t('profileFields.field.placeholder')} optional />
      )}
      {!isBox && (
        <>
          <TextField
            control={control}
            name="description"
            label={t('profileFields.field.description')}
            help={t('profileFields.field.descriptionHelp')}
            optional
          />
          <SwitchField
            control={control}
            name="required"
            label={t('profileFields.field.required')}
            help={t('profileFields.field.requiredHelp')}
          />
        </>
      )}
    </FormCard>
  );
}
