import { Button, Tooltip } from '@mantine/core';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { consoleSettingsApi } from '@postern/contracts/records/console-settings';
import { IconChevronRight, IconExternalLink } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { brandingPath, contentPath, signInExperiencePath, signUpAndSignInPath } from '#paths/sign-in-experience.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useTenantEndpoint } from '#platform/client/use-tenant-endpoint.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { NavTabs } from '#platform/detail/nav-tabs.tsx';
import { AcknowledgedNotice } from '#platform/feedback/acknowledged-notice.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import { isReadOnly } from '#platform/session/read-only.ts';
import { DraftProvider, useDraft } from './preview/draft.tsx';
import { PreviewPane } from './preview/pane.tsx';
import { ExperienceContext } from './shared/experience-form.ts';
import classes from './sign-in-experience.module.css';

/** Header, tabs and the live preview; renders the current tab on the left. */
export function ExperiencePage() {
  const { t } = useTranslation();
  const read = useRead(signInExperienceApi.get, {});
  const experience = read.data;
  return (
    <DraftProvider>
      <PageBody busy={!experience}>
        <PageHeader
          title={t('nav.signInExperience')}
          purpose={t('signInExperience.purpose')}
          actions={<OpenLivePage />}
          isForReaders
        />
        <Welcome />
        <SharedNotice />
        <NavTabs of={signInExperiencePath} />
        {read.error && !experience ? (
          <LoadFailed error={read.error} retry={read.refetch} />
        ) : (
          <div className={classes.columns}>
            <div className={classes.form}>
              {experience ? (
                <ExperienceContext value={experience}>
                  <Outlet />
                </ExperienceContext>
              ) : (
                <Cards>
                  <FormCardSkeleton fields={2} />
                  <FormCardSkeleton fields={2} />
                </Cards>
              )}
            </div>
            <PreviewPane experience={experience} />
          </div>
        )}
      </PageBody>
    </DraftProvider>
  );
}

/** The demo app uses the saved settings, so the button is disabled while there are unsaved changes. */
function OpenLivePage() {
  const { t } = useTranslation();
  const endpoint = useTenantEndpoint();
  const { isDirty } = useDraft();
  const label = t('signInExperience.openLive');
  const icon = <IconExternalLink size={18} stroke={1.5} aria-hidden />;
  if (isDirty || !endpoint) {
    return (
      <Tooltip label={t('signInExperience.saveFirst')} disabled={!isDirty}>
        <Button variant="default" leftSection={icon} data-disabled aria-disabled>
          {label}
        </Button>
      </Tooltip>
    );
  }
  return (
    <Button
      variant="default"
      leftSection={icon}
      component="a"
      href={`${endpoint}/demo-app`}
      target="_blank"
      rel="noreferrer"
    >
      {label}
    </Button>
  );
}

/** For everyone who did not set the pages up themselves. */
function SharedNotice() {
  const { t } = useTranslation();
  const { data: settings } = useRead(consoleSettingsApi.get, {}, { quiet: true, staleTime: 300_000 });
  return (
    settings?.signInExperienceCustomized && (
      <AcknowledgedNotice
        of="experienceNoticeConfirmed"
        title={t('signInExperience.shared.title')}
        body={t('signInExperience.shared.body')}
      />
    )
  );
}

const steps = [
  ['looks', brandingPath],
  ['methods', signUpAndSignInPath],
  ['content', contentPath],
] as const;

/** Introduction on the first visit: the steps in order. Shown beside the page, never over it. */
function Welcome() {
  const { t } = useTranslation();
  const { data: settings } = useRead(consoleSettingsApi.get, {}, { quiet: true, staleTime: 300_000 });
  const write = useWrite(consoleSettingsApi.update);
  const [isGone, setGone] = useState(false);
  if (isGone || settings?.signInExperienceCustomized !== false || isReadOnly()) {
    return null;
  }
  // Dismissed for all administrators of the tenant, because it is set up once.
  const dismiss = () => {
    setGone(true);
    write.mutate({ body: { signInExperienceCustomized: true } });
  };
  return (
    <section className={classes.welcome} aria-label={t('signInExperience.welcome.title')}>
      <div className={classes.welcomeHead}>
        <div>
          <h2>{t('signInExperience.welcome.title')}</h2>
          <p>{t('signInExperience.welcome.body')}</p>
        </div>
        <Button variant="quiet" size="xs" onClick={dismiss}>
          {t('signInExperience.welcome.skip')}
        </Button>
      </div>
      <ol className={classes.steps}>
        {steps.map(([step, to], index) => (
          <li key={step}>
            <PageLink to={to}>
              <span className={classes.number} aria-hidden>
                {index + 1}
              </span>
              <span>
                <b>{t(`signInExperience.welcome.steps.${step}.title`)}</b>
                <small>{t(`signInExperience.welcome.steps.${step}.help`)}</small>
              </span>
              <IconChevronRight size={16} stroke={1.5} className="flip" aria-hidden />
            </PageLink>
          </li>
        ))}
      </ol>
    </section>
  );
}
