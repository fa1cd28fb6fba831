import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { securityPath } from '#paths/security.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { NavTabs } from '#platform/detail/nav-tabs.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { PlanTag } from '#platform/plan/plan-parts.tsx';
import { ExperienceContext } from '../sign-in-experience/shared/experience-form.ts';
import { LimitBanner } from './messages/limit-banner.tsx';

/** Header and tabs; the settings are loaded before a tab is shown. */
export function SecurityPage() {
  const { t } = useTranslation();
  const read = useRead(signInExperienceApi.get, {});
  const experience = read.data;
  return (
    <PageBody busy={!experience}>
      <PageHeader
        title={t('nav.security')}
        tag={<PlanTag of="securityFeaturesEnabled" />}
        purpose={t('security.purpose')}
      />
      <LimitBanner />
      <NavTabs of={securityPath} />
      {experience ? (
        <ExperienceContext value={experience}>
          <Outlet />
        </ExperienceContext>
      ) : read.error ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : (
        <Cards>
          <FormCardSkeleton fields={2} />
          <FormCardSkeleton fields={3} />
        </Cards>
      )}
    </PageBody>
  );
}
