import type { ConnectorFormItem } from '@postern/contracts/messages/connectors';
import { useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { Trans, useTranslation } from 'react-i18next';
import { emailTemplatesPath } from '#paths/email-templates.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { ConfigField, type FormControl } from './config-field.tsx';
import { fieldName, isUntouched } from './config-form.ts';
import classes from './connectors.module.css';

/** Links to the page for message texts. Templates inside the config are edited as text, which is rarely needed. */
export function TemplatesField({ control, item }: { control: FormControl; item: ConnectorFormItem }) {
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
