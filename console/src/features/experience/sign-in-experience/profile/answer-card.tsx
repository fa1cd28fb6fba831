import type { ProfileFieldType } from '@postern/contracts/experience/custom-profile-fields';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { SelectField } from '#platform/form/select-field.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextAreaField } from '#platform/form/text-area-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { dateFormats } from '../shared/kinds.ts';
import type { FieldControl } from './general-card.tsx';
import { PartsField } from './parts-field.tsx';

type AnswerCardProps = { control: FieldControl; type: ProfileFieldType };

/** Validation rules for the values, by type. */
export function AnswerCard({ control, type }: AnswerCardProps) {
  const { t } = useTranslation();
  return (
    <FormCard title={t('profileFields.field.rules')} help={t('profileFields.field.rulesHelp')}>
      <Rules control={control} type={type} />
    </FormCard>
  );
}

function Rules({ control, type }: AnswerCardProps) {
  const { t } = useTranslation();
  switch (type) {
    case 'Text':
    case 'Number': {
      const isText = type === 'Text';
      const suffix = isText ? t('profileFields.field.characters') : undefined;
      return (
        <>
          <TextField
            control={control}
            name="min"
            label={t(isText ? 'profileFields.field.minLength' : 'profileFields.field.minValue')}
            inputMode="numeric"
            suffix={suffix}
            width={220}
            optional
          />
          <TextField
            control={control}
            name="max"
            label={t(isText ? 'profileFields.field.maxLength' : 'profileFields.field.maxValue')}
            inputMode="numeric"
            suffix={suffix}
            width={220}
            optional
          />
        </>
      );
    }
    case 'Date':
      return <DateRules control={control} />;
    case 'Checkbox':
      return (
        <SwitchField
          control={control}
          name="isTicked"
          label={t('profileFields.field.ticked')}
          help={t('profileFields.field.tickedHelp')}
        />
      );
    case 'Select':
      return (
        <TextAreaField
          control={control}
          name="options"
          label={t('profileFields.field.options')}
          help={t('profileFields.field.optionsHelp')}
          rows={6}
          mono
        />
      );
    case 'Regex':
      return (
        <TextField
          control={control}
          name="pattern"
          label={t('profileFields.field.pattern')}
          help={t('profileFields.field.patternHelp')}
          mono
        />
      );
    case 'Address':
    case 'Fullname':
      return <PartsField control={control} />;
    default:
      return null;
  }
}

function DateRules({ control }: { control: FieldControl }) {
  const { t } = useTranslation();
  const format = useWatch({ control, name: 'dateFormat' });
  return (
    <>
      <SelectField
        control={control}
        name="dateFormat"
        label={t('profileFields.field.format')}
        choices={[
          ...dateFormats.map((value) => ({ value, label: value })),
          { value: 'custom', label: t('profileFields.field.customFormatChoice') },
        ]}
        width={280}
      />
      {format === 'custom' && (
        <TextField
          control={control}
          name="customFormat"
          label={t('profileFields.field.customFormat')}
          help={t('profileFields.field.customFormatHelp')}
          placeholder="d.M.yyyy"
          mono
          width={280}
        />
      )}
    </>
  );
}
