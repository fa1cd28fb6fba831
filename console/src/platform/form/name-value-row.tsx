import { TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/icon-button.tsx';
import { SecretToggle } from '../ui/secret-toggle.tsx';
import { FieldError } from './field-error.tsx';
import formClasses from './form.module.css';
import { ReadValue } from './read-value.tsx';
import { useReadView } from './read-view.ts';

type NameValueRowProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  /** The fields of the form that this row edits. */
  fields: { name: FieldPathByValue<Values, string>; value: FieldPathByValue<Values, string> };
  texts: { row: string; nameLabel: string; namePlaceholder: string; valueLabel: string; valuePlaceholder: string };
  /** The value is ordinary text and not a credential. */
  isPlain?: boolean;
  onRemove: () => void;
};

/** A name and a value. A value that may be a credential is hidden until its toggle is used. */
export function NameValueRow<Values extends FieldValues, Output>(props: NameValueRowProps<Values, Output>) {
  const { control, fields, texts, isPlain, onRemove } = props;
  const { t } = useTranslation();
  const name = useController({ control, name: fields.name });
  const value = useController({ control, name: fields.value });
  const [isShown, setShown] = useState(false);
  const what = name.field.value || texts.row;
  if (useReadView()) {
    return (
      <li>
        <ReadValue label={name.field.value} value={value.field.value} mono={!isPlain} isSecret={!isPlain} />
      </li>
    );
  }
  return (
    <li className={formClasses.nameValue}>
      <TextInput
        {...name.field}
        aria-label={texts.nameLabel}
        placeholder={texts.namePlaceholder}
        error={name.fieldState.error?.message && <FieldError message={name.fieldState.error.message} />}
        classNames={{ input: formClasses.mono ?? '' }}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
      />
      <TextInput
        {...value.field}
        aria-label={texts.valueLabel}
        placeholder={texts.valuePlaceholder}
        error={value.fieldState.error?.message && <FieldError message={value.fieldState.error.message} />}
        {...(isPlain
          ? { autoComplete: 'off' }
          : {
              type: isShown ? 'text' : 'password',
              classNames: { input: formClasses.mono ?? '' },
              rightSection: <SecretToggle label={what} isShown={isShown} onToggle={() => setShown(!isShown)} />,
              autoComplete: 'new-password',
              'data-1p-ignore': true,
              spellCheck: false,
              dir: 'ltr',
            })}
      />
      <IconButton label={t('actions.remove', { what })} tooltip={false} onClick={onRemove}>
        <IconX size={18} stroke={1.5} aria-hidden />
      </IconButton>
    </li>
  );
}
