import type { MfaFactor, SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Connected } from '#features/experience/sign-in-experience/shared/connected.ts';
import { ConnectorNotice } from '#features/experience/sign-in-experience/shared/connector-notice.tsx';
import { useConnected } from '#features/experience/sign-in-experience/shared/use-connected.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useStoredValues } from '#platform/form/stored-values.ts';
import { useSave } from '#platform/form/submit.ts';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { PlanNotice, PlanTag, useAskPrice } from '#platform/plan/plan-parts.tsx';
import { FactorsCard } from './factors-card.tsx';
import { bodyOf, channelOf, type MfaValues, schemaFor, valuesOf } from './mfa-form.ts';
import { PasskeyCard } from './passkey-card.tsx';
import { PolicyCard } from './policy-card.tsx';

/** Second factors: which ones people can set up, and when they are asked for one. */
export function MfaPage() {
  const { t } = useTranslation();
  const read = useRead(signInExperienceApi.get, {});
  const { connected, error, refetch } = useConnected();
  const failed = (read.error && !read.data && read) || (error && !connected && { error, refetch });
  return (
    <PageBody busy={!read.data || !connected}>
      <PageHeader title={t('nav.mfa')} tag={<PlanTag of="mfaEnabled" />} purpose={t('mfa.purpose')} />
      {failed ? (
        <LoadFailed error={failed.error} retry={failed.refetch} />
      ) : read.data && connected ? (
        <MfaSettings experience={read.data} connected={connected} />
      ) : (
        <Cards>
          <FormCardSkeleton fields={5} />
          <FormCardSkeleton fields={2} />
        </Cards>
      )}
    </PageBody>
  );
}

const landing = {
  codes: {
    'sign_in_experiences.enabled_connector_not_found': 'factors',
    'sign_in_experiences.duplicated_mfa_factors': 'factors',
    'sign_in_experiences.backup_code_cannot_be_enabled_alone': 'factors',
    'sign_in_experiences.email_verification_code_cannot_be_used_for_mfa': 'factors',
    'sign_in_experiences.phone_verification_code_cannot_be_used_for_mfa': 'factors',
  },
} as const;

function MfaSettings({ experience, connected }: { experience: SignInExperience; connected: Connected }) {
  const { methods } = experience.signIn;
  const form = useForm<MfaValues, unknown, MfaValues>({
    resolver: schemaResolver(schemaFor(methods)),
    defaultValues: valuesOf(experience),
  });
  useStoredValues(form, experience, valuesOf);
  const update = useWrite(signInExperienceApi.update, { quiet: true });
  const askPrice = useAskPrice();
  const save = useSave(
    form,
    async (values) => {
      const isNew = experience.mfa.factors.length === 0 && values.factors.length > 0;
      return (await askPrice(isNew ? 'mfaEnabled' : undefined))
        ? valuesOf(await update.mutateAsync({ body: bodyOf(values, valuesOf(experience)) }))
        : undefined;
    },
    landing,
  );
  const chosen = form.watch('factors');
  return (
    <SettingsForm form={form} save={save}>
      <PlanNotice of={['mfaEnabled']} />
      {missingChannels(chosen, connected).map((kind) => (
        <ConnectorNotice key={kind} kind={kind} />
      ))}
      <FactorsCard control={form.control} methods={methods} />
      <PolicyCard form={form} />
      <PasskeyCard form={form} />
    </SettingsForm>
  );
}

function missingChannels(chosen: readonly MfaFactor[], { connectors }: Connected) {
  return chosen.flatMap((factor) => channelOf(factor) ?? []).filter((kind) => !connectors[kind]);
}
