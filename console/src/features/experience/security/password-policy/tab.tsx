import { type Control, useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { CheckBox } from '#platform/form/check-box.tsx';
import { RadioCards } from '#platform/form/radio-cards.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextAreaField } from '#platform/form/text-area-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { isReadOnly } from '#platform/session/read-only.ts';
import { useExperienceForm } from '../../sign-in-experience/shared/experience-form.ts';
import {
  bodyOf,
  characterTypeCounts,
  landing,
  PolicyForm,
  type PolicyValues,
  type SentPolicy,
  valuesOf,
} from './form.ts';
import { TryCard } from './try-card.tsx';

type PolicyControl = Control<PolicyValues, unknown, SentPolicy>;

export function PasswordPolicyTab() {
  const { form, save } = useExperienceForm({ schema: PolicyForm, values: valuesOf, body: bodyOf, landing });
  return (
    <SettingsForm form={form} save={save}>
      <StrengthCard control={form.control} />
      <RejectionsCard control={form.control} />
      <ExpirationCard control={form.control} />
      {!isReadOnly() && <TryCard control={form.control} />}
    </SettingsForm>
  );
}

function StrengthCard({ control }: { control: PolicyControl }) {
  const { t } = useTranslation();
  return (
    <FormCard title={t('security.passwordPolicy.strength.title')} help={t('security.passwordPolicy.strength.help')}>
      <TextField
        control={control}
        name="min"
        label={t('security.passwordPolicy.min')}
        help={t('security.passwordPolicy.minHelp')}
        inputMode="numeric"
        width={360}
      />
      <TextField
        control={control}
        name="max"
        label={t('security.passwordPolicy.max')}
        help={t('security.passwordPolicy.maxHelp')}
        inputMode="numeric"
        width={360}
      />
      <RadioCards
        control={control}
        name="characterTypes"
        label={t('security.passwordPolicy.characterTypes')}
        help={t('security.passwordPolicy.characterTypesHelp')}
        missing={t('fields.required')}
        choices={characterTypeCounts.map((value) => ({
          value,
          label: t('security.passwordPolicy.characterTypesCount', { count: Number(value) }),
        }))}
      />
    </FormCard>
  );
}

function ExpirationCard({ control }: { control: PolicyControl }) {
  const { t } = useTranslation();
  const expires = useWatch({ control, name: 'expires' });
  return (
    <FormCard title={t('security.passwordPolicy.expiration.title')} help={t('security.passwordPolicy.expiration.help')}>
      <SwitchField
        control={control}
        name="expires"
        label={t('security.passwordPolicy.expiration.expires')}
        help={t('security.passwordPolicy.expiration.expiresHelp')}
      />
      {expires && (
        <TextField
          control={control}
          name="days"
          label={t('security.passwordPolicy.expiration.days')}
          help={t('security.passwordPolicy.expiration.daysHelp')}
          inputMode="numeric"
          suffix={t('security.passwordPolicy.expiration.unit')}
          width={360}
        />
      )}
    </FormCard>
  );
}

const rejections = ['pwned', 'repetitionAndSequence', 'userInfo', 'rejectsWords'] as const;

function RejectionsCard({ control }: { control: PolicyControl }) {
  const { t } = useTranslation();
  const { field } = useController({ control, name: 'rejectsWords' });
  return (
    <FormCard title={t('security.passwordPolicy.rejects.title')} help={t('security.passwordPolicy.rejects.help')}>
      {rejections.map((name) => (
        <Rejection key={name} control={control} name={name} />
      ))}
      {field.value && (
        <TextAreaField
          control={control}
          name="words"
          label={t('security.passwordPolicy.words')}
          help={t('security.passwordPolicy.wordsHelp')}
          placeholder={t('security.passwordPolicy.wordsPlaceholder')}
          rows={6}
        />
      )}
    </FormCard>
  );
}

function Rejection({ control, name }: { control: PolicyControl; name: (typeof rejections)[number] }) {
  const { t } = useTranslation();
  const { field } = useController({ control, name });
  return (
    <CheckBox
      ref={field.ref}
      name={name}
      checked={field.value}
      onBlur={field.onBlur}
      onCheck={field.onChange}
      label={t(`security.passwordPolicy.rejects.${name}.label`)}
      help={t(`security.passwordPolicy.rejects.${name}.help`)}
    />
  );
}
