import type { ConnectorFormItem } from '@postern/contracts/messages/connectors';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { JsonField } from '#platform/form/code-field.tsx';
import { ConfigField, type FormControl } from './config-field.tsx';
import { fieldName, isShown } from './config-form.ts';
import { type FormSource, hasFields } from './connector-form.ts';
import classes from './connectors.module.css';
import { TemplatesField } from './templates-field.tsx';

/** Too few to be worth hiding. */
const few = 4;

type ConfigFieldsProps = { control: FormControl; source: FormSource };

/** The settings of a connector: the fields of its factory, or the config as text. */
export function ConfigFields({ control, source }: ConfigFieldsProps) {
  const { t } = useTranslation();
  const config = useWatch({ control, name: 'config' });
  if (!hasFields(source)) {
    return <JsonField control={control} name="configText" label={t('connectors.form.config')} />;
  }
  const shown = (source.formItems ?? []).filter((item) => isShown(item, config));
  // Email connectors have a separate page for templates.
  const templates = source.type === 'Email' ? shown.find(({ key }) => key === 'templates') : undefined;
  const items = shown.filter((item) => item !== templates);
  const lastRequired = items.findLastIndex(({ required }) => required);
  const rest = items.slice(lastRequired + 1);
  const isFolded = lastRequired >= 0 && rest.length > few;
  return (
    <>
      {(isFolded ? items.slice(0, lastRequired + 1) : items).map((item) => (
        <ConfigField key={item.key} control={control} item={item} />
      ))}
      {isFolded && <MoreFields control={control} items={rest} />}
      {templates && <TemplatesField control={control} item={templates} />}
    </>
  );
}

/** Rarely needed fields; expands automatically if one of them has an error. */
function MoreFields({ control, items }: { control: FormControl; items: readonly ConnectorFormItem[] }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { errors } = useFormState({ control, name: 'config' });
  const isWrong = items.some(({ key }) => errors.config?.[fieldName(key)]);
  return (
    <div>
      <button
        type="button"
        className={classes.more}
        aria-expanded={isOpen || isWrong}
        onClick={() => setOpen(!(isOpen || isWrong))}
      >
        <IconChevronRight size={16} stroke={1.75} className="flip" aria-hidden />
        {t('connectors.form.more', { count: items.length })}
      </button>
      {(isOpen || isWrong) && (
        <div className={classes.moreFields}>
          {items.map((item) => (
            <ConfigField key={item.key} control={control} item={item} />
          ))}
        </div>
      )}
    </div>
  );
}
