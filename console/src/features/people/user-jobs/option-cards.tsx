import { rolesApi } from '@postern/contracts/access/roles';
import { conflictRules } from '@postern/contracts/people/user-imports';
import { type Control, useController, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { RolePicker } from '#features/access/roles/shared/role-picker.tsx';
import { useReadPage } from '#platform/client/use-read.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { FieldError } from '#platform/form/field-error.tsx';
import { RadioCards } from '#platform/form/radio-cards.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import type { FileForm } from './file-form.ts';
import classes from './user-jobs.module.css';

type CardProps = { control: Control<FileForm> };

export function ConflictCard({ control }: CardProps) {
  const { t } = useTranslation();
  return (
    <FormCard title={t('userJobs.options.conflictTitle')} help={t('userJobs.options.conflictHelp')}>
      <RadioCards
        control={control}
        name="onConflict"
        label={t('userJobs.options.conflict')}
        missing={t('userJobs.options.conflictMissing')}
        choices={conflictRules.map((value) => ({
          value,
          label: t(`userJobs.options.${value}`),
          help: t(`userJobs.options.${value}Help`),
        }))}
      />
      <SwitchField
        control={control}
        name="keepIds"
        label={t('userJobs.options.keepIds')}
        help={t('userJobs.options.keepIdsHelp')}
      />
    </FormCard>
  );
}

export function RolesCard({ control }: CardProps) {
  const { t } = useTranslation();
  const { field } = useController({ control, name: 'roles' });
  const some = useReadPage(rolesApi.list, { query: { type: 'User', page: '1', page_size: '1' } }, { quiet: true });
  if (some.data?.total === 0 && field.value.length === 0) {
    return null;
  }
  return (
    <FormCard title={t('userJobs.options.rolesTitle')} help={t('userJobs.options.rolesHelp')}>
      <RolePicker
        type="User"
        words={{
          label: t('userJobs.options.rolesPick'),
          searchLabel: t('userJobs.options.rolesSearch'),
          empty: t('userJobs.options.rolesNone'),
        }}
        chosen={field.value}
        onChange={field.onChange}
      />
    </FormCard>
  );
}

export function FirebaseCard({ control }: CardProps) {
  const { t } = useTranslation();
  const { errors } = useFormState({ control });
  return (
    <FormCard title={t('userJobs.options.firebaseTitle')} help={t('userJobs.options.firebaseHelp')}>
      <TextField control={control} name="firebase.signerKey" label={t('userJobs.options.signerKey')} mono />
      <TextField control={control} name="firebase.saltSeparator" label={t('userJobs.options.saltSeparator')} mono />
      <div className={classes.pair}>
        <TextField control={control} name="firebase.rounds" label={t('userJobs.options.rounds')} inputMode="numeric" />
        <TextField
          control={control}
          name="firebase.memCost"
          label={t('userJobs.options.memCost')}
          inputMode="numeric"
        />
      </div>
      {errors.root?.firebase?.message && (
        <div className={classes.error} role="alert">
          <FieldError message={errors.root.firebase.message} />
        </div>
      )}
    </FormCard>
  );
}
