import { Button } from '@mantine/core';
import { consoleSettingsApi } from '@postern/contracts/records/console-settings';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { brandingPath, contentPath, signUpAndSignInPath } from '#paths/sign-in-experience.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import classes from './sign-in-experience.module.css';

const steps = [
  ['looks', brandingPath],
  ['methods', signUpAndSignInPath],
  ['content', contentPath],
] as const;

/** Introduction on the first visit: the steps in order. Shown beside the page, never over it. */
export function Welcome() {
  const { t } = useTranslation();
  const { data: settings } = useRead(consoleSettingsApi.get, {}, { quiet: true, staleTime: 300_000 });
  const write = useWrite(consoleSettingsApi.update);
  const [isGone, setGone] = useState(false);
  if (isGone || settings?.signInExperienceCustomized !== false) {
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
