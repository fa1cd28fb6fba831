import { TextInput } from '@mantine/core';
import { addressParts, fullnameParts } from '@postern/contracts/experience/custom-profile-fields';
import type { TFunction } from 'i18next';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CheckBox } from '#platform/form/check-box.tsx';
import { listErrors } from '#platform/form/list-errors.ts';
import classes from '../sign-in-methods.module.css';
import { RowError } from '../sign-up/row-error.tsx';
import type { FieldFormValues } from './field-form.ts';
import type { FieldControl } from './general-card.tsx';

type Part = FieldFormValues['parts'][number];

const known = [...addressParts, ...fullnameParts];

function nameOf({ name }: Part, t: TFunction): string {
  const one = known.find((part) => part === name);
  return one ? t(`profileFields.parts.${one}`) : name;
}

/** Selects which parts of an address or a name are shown. */
export function PartsField({ control }: { control: FieldControl }) {
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
