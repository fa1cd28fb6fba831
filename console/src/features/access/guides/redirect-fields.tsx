import { Button, TextInput } from '@mantine/core';
import type { Application } from '@postern/contracts/access/applications';
import { IconCheck, IconClockPause } from '@tabler/icons-react';
import { type FormEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '#platform/form/field-error.tsx';
import { isReadOnly } from '#platform/session/read-only.ts';
import { Tag } from '#platform/ui/tag.tsx';
import { isUsable } from './application-values.ts';
import classes from './guides.module.css';
import { isSaved, type Redirects } from './redirects.ts';

type RedirectFieldsProps = {
  application: Application;
  /** Values as typed; the samples use them once they are valid. */
  redirects: Redirects;
  onChange: (redirects: Redirects) => void;
  onSave: (redirects: Redirects) => unknown;
  isBusy: boolean;
};

const labels = { redirectUri: 'guides.redirectUri', postSignOutUri: 'guides.postSignOutUri' } as const;

/** The redirect URIs of the samples. Each says whether the application has it, and Enter or its button saves it. */
export function RedirectFields({ application, redirects, onChange, onSave, isBusy }: RedirectFieldsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.redirects}>
      {(['redirectUri', 'postSignOutUri'] as const).map((name) => {
        const value = redirects[name];
        return (
          value !== undefined && (
            <RedirectField
              key={name}
              label={t(labels[name])}
              value={value}
              type={application.type}
              isSaved={isSaved(application, { [name]: value })}
              isBusy={isBusy}
              onChange={(next) => onChange({ ...redirects, [name]: next })}
              onSave={() => onSave({ [name]: value })}
            />
          )
        );
      })}
    </div>
  );
}

type RedirectFieldProps = {
  label: string;
  value: string;
  type: Application['type'];
  isSaved: boolean;
  isBusy: boolean;
  onChange: (value: string) => void;
  onSave: () => void;
};

function RedirectField({ label, value, type, isSaved, isBusy, onChange, onSave }: RedirectFieldProps) {
  const { t } = useTranslation();
  const state = useId();
  const isGood = isUsable(value, type);
  const problem =
    type === 'Native' ? t('applications.redirects.invalidUri') : t('applications.redirects.invalidWebUri');
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isGood && !isSaved && !isBusy) {
      onSave();
    }
  };
  return (
    <form className={classes.redirect} onSubmit={save} noValidate>
      <TextInput
        label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value.trim())}
        error={!isGood && <FieldError message={problem} />}
        classNames={{ input: classes.uri ?? '' }}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
      />
      <div className={classes.redirectAction}>
        <span role="status" id={state}>
          {isSaved ? (
            <Tag tone="success" icon={IconCheck}>
              {t('guides.saved')}
            </Tag>
          ) : (
            <Tag tone="warning" icon={IconClockPause}>
              {t('guides.notSaved')}
            </Tag>
          )}
        </span>
        {!isSaved && !isReadOnly() && (
          <Button
            type="submit"
            variant="default"
            aria-label={t('guides.saveWhat', { what: label })}
            aria-describedby={state}
            aria-disabled={!isGood || isBusy || undefined}
          >
            {t('actions.saveShort')}
          </Button>
        )}
      </div>
    </form>
  );
}
