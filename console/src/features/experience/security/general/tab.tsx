import { type SessionPolicy, sessionPolicyApi } from '@postern/contracts/experience/session-policy';
import { type Control, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSave } from '#platform/form/submit.ts';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { useExperience, usePatchExperience } from '../../sign-in-experience/shared/experience-form.ts';
import { defaults, fieldOf, GeneralForm, type GeneralValues, type SentGeneral, storedOf, valuesOf } from './form.ts';
import { LockedCard } from './locked-card.tsx';

type GeneralControl = Control<GeneralValues, unknown, SentGeneral>;

const resolver = schemaResolver(GeneralForm);
const landing = { field: fieldOf };

export function GeneralTab() {
  const { data, error, refetch } = useRead(sessionPolicyApi.get, {});
  if (data) {
    return <GeneralSettings sessions={data} />;
  }
  return error ? (
    <LoadFailed error={error} retry={refetch} />
  ) : (
    <Cards>
      <FormCardSkeleton fields={1} />
      <FormCardSkeleton fields={3} />
    </Cards>
  );
}

function GeneralSettings({ sessions }: { sessions: SessionPolicy }) {
  const { sentinelPolicy, verificationCodePolicy } = useExperience();
  const patch = usePatchExperience();
  const savePolicy = useWrite(sessionPolicyApi.save, { quiet: true });
  const form = useForm({ resolver, defaultValues: valuesOf({ sentinelPolicy, verificationCodePolicy, sessions }) });
  const save = useSave(
    form,
    async (values: SentGeneral) => {
      const { sessions: nextSessions, ...nextPolicies } = storedOf(values);
      const experience = await patch(nextPolicies);
      return valuesOf({ ...experience, sessions: await savePolicy.mutateAsync({ body: nextSessions }) });
    },
    landing,
  );
  return (
    <SettingsForm form={form} save={save}>
      <LockoutCard control={form.control} />
      <LockedCard />
      <CodesCard control={form.control} />
      <SessionsCard control={form.control} />
    </SettingsForm>
  );
}

function LockoutCard({ control }: { control: GeneralControl }) {
  const { t } = useTranslation();
  const isCustom = useWatch({ control, name: 'isCustom' });
  return (
    <FormCard title={t('security.lockout.title')} help={t('security.lockout.help')}>
      <SwitchField
        control={control}
        name="isCustom"
        label={t('security.lockout.custom')}
        help={t('security.lockout.customHelp', { attempts: defaults.maxAttempts, minutes: defaults.lockoutDuration })}
      />
      {isCustom && (
        <>
          <TextField
            control={control}
            name="maxAttempts"
            label={t('security.lockout.maxAttempts')}
            help={t('security.lockout.maxAttemptsHelp')}
            inputMode="numeric"
            width={360}
          />
          <TextField
            control={control}
            name="lockoutDuration"
            label={t('security.lockout.duration')}
            help={t('security.lockout.durationHelp')}
            inputMode="numeric"
            suffix={t('security.lockout.minutes')}
            width={360}
          />
        </>
      )}
    </FormCard>
  );
}

function CodesCard({ control }: { control: GeneralControl }) {
  const { t } = useTranslation();
  const { expirationDuration, maxRetryAttempts } = defaults.codes;
  return (
    <FormCard title={t('security.codes.title')} help={t('security.codes.help')}>
      <TextField
        control={control}
        name="codeMinutes"
        label={t('security.codes.minutes')}
        help={t('security.codes.minutesHelp', { minutes: expirationDuration / 60 })}
        inputMode="numeric"
        suffix={t('security.lockout.minutes')}
        width={360}
        optional
      />
      <TextField
        control={control}
        name="codeAttempts"
        label={t('security.codes.attempts')}
        help={t('security.codes.attemptsHelp', { attempts: maxRetryAttempts })}
        inputMode="numeric"
        width={360}
        optional
      />
    </FormCard>
  );
}

function SessionsCard({ control }: { control: GeneralControl }) {
  const { t } = useTranslation();
  const { duration } = useFormat();
  return (
    <FormCard title={t('security.sessions.title')} help={t('security.sessions.help')}>
      <TextField
        control={control}
        name="maxMinutes"
        label={t('security.sessions.maxMinutes')}
        help={t('security.sessions.maxMinutesHelp')}
        inputMode="numeric"
        suffix={t('security.lockout.minutes')}
        width={360}
        optional
      />
      <TextField
        control={control}
        name="idleMinutes"
        label={t('security.sessions.idleMinutes')}
        help={t('security.sessions.idleMinutesHelp', { time: duration(defaults.idleMinutes * 60) })}
        inputMode="numeric"
        suffix={t('security.lockout.minutes')}
        width={360}
        optional
      />
      <TextField
        control={control}
        name="maxSessions"
        label={t('security.sessions.maxSessions')}
        help={t('security.sessions.maxSessionsHelp')}
        inputMode="numeric"
        width={360}
        optional
      />
      <SwitchField
        control={control}
        name="alwaysConfirmSignOut"
        label={t('security.sessions.confirmSignOut')}
        help={t('security.sessions.confirmSignOutHelp')}
      />
      <SwitchField
        control={control}
        name="offersSessionChecks"
        label={t('security.sessions.checks')}
        help={t('security.sessions.checksHelp')}
      />
    </FormCard>
  );
}
