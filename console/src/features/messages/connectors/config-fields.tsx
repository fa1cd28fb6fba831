import type { ConnectorFormItem } from '@postern/contracts/messages/connectors';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { Trans, useTranslation } from 'react-i18next';
import { emailTemplatesPath } from '#paths/email-templates.ts';
import { JsonField } from '#platform/form/code-field.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import { ConfigField, type FormControl } from './config-field.tsx';
import { fieldName, isShown, isUntouched } from './config-form.ts';
import { type FormSource, hasFields } from './connector-form.ts';
import classes from './connectors.module.css';

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

/** Links to the page for message texts. Templates inside the config are edited as text, which is rarely needed. */
function TemplatesField({ control, item }: { control: FormControl; item: ConnectorFormItem }) {
  const { t } = useTranslation();
  const name = fieldName(item.key);
  const value = useWatch({ control, name: `config.${name}` });
  const { errors } = useFormState({ control, name: 'config' });
  const [isOpen, setOpen] = useState(false);
  const hasOwn = !isUntouched(item, value);
  const isShown = isOpen || hasOwn || Boolean(errors.config?.[name]);
  return (
    <div className={classes.templates}>
      <p>
        <Trans
          t={t}
          i18nKey="connectors.form.templates"
          components={{ a: <PageLink to={emailTemplatesPath} className="link" /> }}
        />
      </p>
      {isShown ? (
        <ConfigField control={control} item={item} />
      ) : (
        <button type="button" className={classes.more} onClick={() => setOpen(true)}>
          {t('connectors.form.ownTemplates')}
        </button>
      )}
    </div>
  );
}
