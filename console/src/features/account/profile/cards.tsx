import { Button, Select } from '@mantine/core';
import type { User } from '@postern/contracts/people/users';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changePasswordPath, verifyPasswordPath } from '#paths/profile.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { languages } from '#platform/i18n/languages.ts';
import { nameOf } from '#platform/person.ts';
import { type Appearance, appearances, usePreferences } from '#platform/preferences.ts';
import { Avatar } from '#platform/ui/avatar.tsx';
import { useOuterGo } from './action.ts';
import { EditDialog, type ProfileField } from './edit-dialog.tsx';
import classes from './profile.module.css';

/** Picture, name and, if used for sign-in, the username; each has its own dialog. */
export function InformationCard({ me, fields }: { me: User; fields: readonly ProfileField[] }) {
  const { t } = useTranslation();
  const [edited, setEdited] = useState<ProfileField>();
  return (
    <FormCard title={t('ownProfile.information.title')} help={t('ownProfile.information.help')}>
      <Rows>
        {fields.map((field) => {
          const label = t(`ownProfile.information.${field}`);
          const text = field === 'avatar' ? undefined : me[field];
          return (
            <Row
              key={field}
              label={label}
              value={
                field === 'avatar' ? (
                  <Avatar key={me.avatar} name={nameOf(me)} src={me.avatar} size={40} />
                ) : (
                  text || t('ownProfile.notSet')
                )
              }
              isEmpty={field !== 'avatar' && !text}
              action={
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t('ownProfile.changeWhat', { what: label })}
                  onClick={() => setEdited(field)}
                >
                  {t('ownProfile.change')}
                </Button>
              }
            />
          );
        })}
      </Rows>
      {edited && <EditDialog key={edited} field={edited} me={me} onClose={() => setEdited(undefined)} />}
    </FormCard>
  );
}

/** A person with a password must verify it before setting a new one. */
export function PasswordCard({ me }: { me: User }) {
  const { t } = useTranslation();
  const go = useOuterGo();
  const page = me.hasPassword ? verifyPasswordPath : changePasswordPath;
  return (
    <FormCard title={t('ownProfile.password.title')} help={t('ownProfile.password.help')}>
      <Rows>
        <Row
          label={t('ownProfile.password.label')}
          value={me.hasPassword ? '••••••••' : t('ownProfile.notSet')}
          isEmpty={!me.hasPassword}
          action={
            <Button
              variant="default"
              size="xs"
              aria-label={t(me.hasPassword ? 'ownProfile.changeWhat' : 'ownProfile.setWhat', {
                what: t('ownProfile.password.label'),
              })}
              onClick={() => void go(page, { action: 'changePassword' })}
            >
              {t(me.hasPassword ? 'ownProfile.change' : 'ownProfile.set')}
            </Button>
          }
        />
      </Rows>
    </FormCard>
  );
}

/** Saved on selection without a message: the change is visible at once. */
export function PreferencesCard() {
  const { t } = useTranslation();
  const { language, appearance, setLanguage, setAppearance } = usePreferences();
  return (
    <FormCard title={t('ownProfile.preferences.title')} help={t('ownProfile.preferences.help')}>
      <Select
        label={t('shell.language')}
        data={languages.map(({ code, name }) => ({ value: code, label: name }))}
        value={language}
        onChange={(code) => code && void setLanguage(code)}
        allowDeselect={false}
        maw={320}
      />
      <Select
        label={t('shell.appearance')}
        data={appearances.map((value) => ({ value, label: t(`shell.appearances.${value}`) }))}
        value={appearance}
        // The values are those of the choices above.
        onChange={(value) => value && setAppearance(value as Appearance)}
        allowDeselect={false}
        maw={320}
      />
    </FormCard>
  );
}

type RowProps = {
  icon?: ReactNode;
  label: string;
  value: ReactNode;
  /** There is no value yet. */
  isEmpty?: boolean;
  action: ReactNode;
};

export function Rows({ children }: { children: ReactNode }) {
  return <ul className={classes.rows}>{children}</ul>;
}

/** Label, value and action of a property. */
export function Row({ icon, label, value, isEmpty, action }: RowProps) {
  return (
    <li className={classes.row}>
      {icon}
      <span className={classes.rowLabel}>{label}</span>
      <span className={`${classes.rowValue} ${isEmpty ? '' : 'truncate'}`} data-empty={isEmpty || undefined}>
        {value}
      </span>
      {action}
    </li>
  );
}
