import { usernamePolicyApi } from '@postern/contracts/experience/username-policy';
import { type Control, useController, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { CheckBox } from '#platform/form/check-box.tsx';
import { FieldError } from '#platform/form/field-error.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { useExperienceForm } from '../../sign-in-experience/shared/experience-form.ts';
import classes from '../security.module.css';
import { bodyOf, kinds, landing, type SentUsernames, UsernamesForm, type UsernamesValues, valuesOf } from './form.ts';

type UsernamesControl = Control<UsernamesValues, unknown, SentUsernames>;

export function UsernamesTab() {
  const { t } = useTranslation();
  const { form, save } = useExperienceForm({ schema: UsernamesForm, values: valuesOf, body: bodyOf, landing });
  return (
    <SettingsForm form={form} save={save}>
      <FormCard title={t('security.usernames.rules.title')} help={t('security.usernames.rules.help')}>
        <TextField
          control={form.control}
          name="min"
          label={t('security.passwordPolicy.min')}
          inputMode="numeric"
          width={360}
        />
        <TextField
          control={form.control}
          name="max"
          label={t('security.passwordPolicy.max')}
          help={t('security.usernames.maxHelp')}
          inputMode="numeric"
          width={360}
        />
        <Kinds control={form.control} />
      </FormCard>
      <FormCard title={t('security.usernames.case.title')} help={t('security.usernames.case.help')}>
        <SwitchField
          control={form.control}
          name="caseSensitive"
          label={t('security.usernames.case.label')}
          help={t('security.usernames.case.labelHelp')}
        />
        <Conflicts />
      </FormCard>
    </SettingsForm>
  );
}

function Kinds({ control }: { control: UsernamesControl }) {
  const { t } = useTranslation();
  const { errors } = useFormState({ control, name: 'lowercase' });
  return (
    <fieldset className={classes.kinds}>
      <legend>{t('security.usernames.kinds.title')}</legend>
      {kinds.map((name) => (
        <Kind key={name} control={control} name={name} />
      ))}
      {errors.lowercase?.message && (
        <div role="alert">
          <FieldError message={errors.lowercase.message} />
        </div>
      )}
    </fieldset>
  );
}

function Kind({ control, name }: { control: UsernamesControl; name: (typeof kinds)[number] }) {
  const { t } = useTranslation();
  const { field } = useController({ control, name });
  return (
    <CheckBox
      ref={field.ref}
      name={name}
      checked={field.value}
      onBlur={field.onBlur}
      onCheck={field.onChange}
      label={t(`security.usernames.kinds.${name}`)}
    />
  );
}

const shown = 5;

/** The names that prevent usernames from being the same in any case. */
function Conflicts() {
  const { t } = useTranslation();
  const { data } = useRead(usernamePolicyApi.conflicts, { query: { limit: shown } }, { quiet: true });
  if (!data || data.totalConflicts === 0) {
    return null;
  }
  const names = data.samples.map(({ usernameLower }) => usernameLower).join(', ');
  return (
    <p className={classes.facts}>{t('security.usernames.case.conflicts', { count: data.totalConflicts, names })}</p>
  );
}
