import { type AccountCenter, accountCenterApi } from '@postern/contracts/experience/account-center';
import type { MfaFactor, SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { type SignInProtection, signInProtectionApi } from '@postern/contracts/experience/sign-in-protection';
import { useMemo } from 'react';
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
import { PlanNotice, PlanTag } from '#platform/plan/plan-parts.tsx';
import { AdaptiveCard } from './adaptive-card.tsx';
import { FactorsCard } from './factors-card.tsx';
import { bodyOf, channelOf, type MfaValues, schemaFor, trustOf, valuesOf } from './mfa-form.ts';
import { PasskeyCard } from './passkey-card.tsx';
import { PolicyCard } from './policy-card.tsx';
import { TrustedCard } from './trusted-card.tsx';

/** Second factors: which ones people can set up, and when they are asked for one. */
export function MfaPage() {
  const { t } = useTranslation();
  const read = useRead(signInExperienceApi.get, {});
  const protection = useRead(signInProtectionApi.get, {});
  // Only a hint needs it, so the page does not wait for it.
  const center = useRead(accountCenterApi.get, {}, { quiet: true });
  const { connected, error, refetch } = useConnected();
  const failed =
    (read.error && !read.data && read) ||
    (protection.error && !protection.data && protection) ||
    (error && !connected && { error, refetch });
  const isLoaded = read.data && protection.data && connected;
  return (
    <PageBody busy={!isLoaded}>
      <PageHeader title={t('nav.mfa')} tag={<PlanTag of="mfaEnabled" />} purpose={t('mfa.purpose')} />
      {failed ? (
        <LoadFailed error={failed.error} retry={failed.refetch} />
      ) : read.data && protection.data && connected ? (
        <MfaSettings experience={read.data} protection={protection.data} connected={connected} center={center.data} />
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
    'sign_in_experiences.adaptive_mfa_requires_mfa': 'adaptive',
    'sign_in_experiences.adaptive_mfa_requires_non_skippable_policy': 'adaptive',
    'sign_in_experiences.non_adaptive_mfa_requires_skippable_policy': 'adaptive',
  },
} as const;

type MfaSettingsProps = {
  experience: SignInExperience;
  protection: SignInProtection;
  connected: Connected;
  center: AccountCenter | undefined;
};

function MfaSettings({ experience, protection, connected, center }: MfaSettingsProps) {
  const { methods } = experience.signIn;
  const stored = useMemo(() => ({ ...experience, ...protection }), [experience, protection]);
  const form = useForm<MfaValues, unknown, MfaValues>({
    resolver: schemaResolver(schemaFor(methods)),
    defaultValues: valuesOf(stored),
  });
  useStoredValues(form, stored, valuesOf);
  const updateProtection = useWrite(signInProtectionApi.update, { quiet: true });
  const update = useWrite(signInExperienceApi.update, { quiet: true });
  const save = useSave(
    form,
    async (values) => {
      const before = valuesOf(stored);
      const [body, trustedDevices] = [bodyOf(values, before), trustOf(values, before)];
      return valuesOf({
        ...(Object.keys(body).length > 0 ? await update.mutateAsync({ body }) : experience),
        ...(trustedDevices ? await updateProtection.mutateAsync({ body: { trustedDevices } }) : protection),
      });
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
      <PolicyCard form={form} center={center} />
      <AdaptiveCard form={form} />
      <TrustedCard form={form} />
      <PasskeyCard form={form} />
    </SettingsForm>
  );
}

function missingChannels(chosen: readonly MfaFactor[], { connectors }: Connected) {
  return chosen.flatMap((factor) => channelOf(factor) ?? []).filter((kind) => !connectors[kind]);
}
