import { TextInput } from '@mantine/core';
import {
  addressParts,
  type CustomProfileField,
  fullnameParts,
  type ProfileFieldType,
} from '@postern/contracts/experience/custom-profile-fields';
import type { TFunction } from 'i18next';
import { type Control, useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { CheckBox } from '#platform/form/check-box.tsx';
import { listErrors } from '#platform/form/list-errors.ts';
import { SelectField } from '#platform/form/select-field.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextAreaField } from '#platform/form/text-area-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { RowError } from '../method-parts.tsx';
import { dateFormats, hasParts, isBuiltIn, ownTypes } from '../shared/kinds.ts';
import classes from '../sign-in-methods.module.css';
import type { FieldFormValues } from './field-form.ts';

type FieldControl = Control<FieldFormValues, unknown, FieldFormValues>;

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

type Part = FieldFormValues['parts'][number];

const known = [...addressParts, ...fullnameParts];

function nameOf({ name }: Part, t: TFunction): string {
  const one = known.find((part) => part === name);
  return one ? t(`profileFields.parts.${one}`) : name;
}

/** Selects which parts of an address or a name are shown. */
function PartsField({ control }: { control: FieldControl }) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name: 'parts' });
  const parts: Part[] = field.value;
  const change = (name: string, part: Partial<Part>) =>
    field.onChange(parts.map((one) => (one.name === name ? { ...one, ...part } : one)));
  return (
    <fieldset className={classes.boxes}>
      <legend>{t('profileFields.field.parts')}</legend>
      {parts.map((part, index) => {
        const name = nameOf(part, t);
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset is read twice
          <div key={part.name} role="group" aria-label={name} className={classes.part}>
            <div className={classes.item}>
              <CheckBox
                ref={index === 0 ? field.ref : undefined}
                label={name}
                checked={part.enabled}
                onCheck={(enabled) => change(part.name, { enabled, required: enabled })}
              />
              <span className={classes.itemName} />
              {part.enabled && (
                <CheckBox
                  label={t('profileFields.field.partRequired')}
                  checked={part.required}
                  onCheck={(required) => change(part.name, { required })}
                />
              )}
            </div>
            {part.enabled && (
              <TextInput
                aria-label={t('profileFields.field.partLabel', { part: name })}
                placeholder={name}
                value={part.label}
                maxLength={128}
                onChange={(event) => change(part.name, { label: event.currentTarget.value })}
                autoComplete="off"
              />
            )}
          </div>
        );
      })}
      <RowError message={listErrors(fieldState.error).own} />
    </fieldset>
  );
}
