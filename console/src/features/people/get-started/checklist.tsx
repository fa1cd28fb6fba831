import { Button } from '@mantine/core';
import type { Application } from '@postern/contracts/access/applications';
import { IconCheck, IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { lacksRedirectUri } from '#features/access/applications/shared/lacks-redirect-uri.ts';
import { guideOfApplication } from '#features/access/guides/shared/open-guide.tsx';
import { applicationSettingsPath, createApplicationPath } from '#paths/applications.ts';
import { passwordlessConnectorsPath } from '#paths/connectors.ts';
import { dashboardPath } from '#paths/dashboard.ts';
import { applicationGuidePath } from '#paths/guides.ts';
import { brandingPath } from '#paths/sign-in-experience.ts';
import { isOutOfReach } from '#platform/client/request-error.ts';
import { useTenantEndpoint } from '#platform/client/use-tenant-endpoint.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { useTellOutOfReach } from '#platform/feedback/out-of-reach.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import type { PagePath } from '#platform/router/page-path.ts';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import classes from './get-started.module.css';
import { type Step, steps, useProgress } from './progress.ts';

const pages: Record<Exclude<Step, 'signIn'>, PagePath<string>> = {
  application: createApplicationPath,
  connector: passwordlessConnectorsPath,
  branding: brandingPath,
};

/** The steps to a working sign-in, with what is done ticked off. */
export function Checklist() {
  const { t } = useTranslation();
  const id = useId();
  const { progress, waiting, error, retry } = useProgress();
  useTellOutOfReach(isOutOfReach(error));
  const done = progress && steps.filter((step) => progress[step]).length;
  const next = progress && steps.find((step) => !progress[step]);
  return (
    <section className={classes.card} aria-labelledby={id} aria-busy={!progress && !error}>
      <header className={classes.head}>
        <div>
          <h2 id={id} className={classes.title}>
            {done === steps.length ? t('getStarted.allDone') : t('getStarted.checklist')}
          </h2>
          {done !== undefined && (
            <p className={classes.count}>{t('getStarted.count', { done, total: steps.length })}</p>
          )}
        </div>
        {done === steps.length && (
          <Button component={PageLink} to={dashboardPath} variant="default">
            {t('getStarted.openDashboard')}
          </Button>
        )}
      </header>
      <div className={classes.bar} aria-hidden>
        <span style={{ inlineSize: `${((done ?? 0) / steps.length) * 100}%` }} />
      </div>
      {error ? (
        <LoadFailed error={error} retry={retry} isPart />
      ) : (
        <ol className={classes.steps}>
          {steps.map((step) => (
            <li key={step} className={classes.step} data-done={progress?.[step] || undefined}>
              <span className={classes.tick} aria-hidden>
                {progress?.[step] && <IconCheck size={14} stroke={2.5} />}
              </span>
              <div className={classes.text}>
                <h3 className={classes.name}>
                  {t(`getStarted.steps.${step}.title`)}
                  {progress?.[step] && <span className="sr-only"> ({t('getStarted.done')})</span>}
                </h3>
                <StepBody step={step} waiting={progress?.[step] ? undefined : waiting} />
              </div>
              {progress ? (
                <StepAction step={step} isDone={progress[step]} isNext={step === next} waiting={waiting} />
              ) : (
                <Skeleton width={96} height={36} />
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

type StepBodyProps = { step: Step; waiting: Application | undefined };

function StepBody({ step, waiting }: StepBodyProps) {
  const { t } = useTranslation();
  const text =
    step === 'application' && waiting
      ? t(lacksRedirectUri(waiting) ? 'getStarted.noRedirectUri' : 'getStarted.waiting', { name: waiting.name })
      : t(`getStarted.steps.${step}.body`);
  return <p className={classes.body}>{text}</p>;
}

type StepActionProps = { step: Step; isDone: boolean; isNext: boolean; waiting: Application | undefined };

function StepAction({ step, isDone, isNext, waiting }: StepActionProps): ReactNode {
  const { t } = useTranslation();
  const endpoint = useTenantEndpoint();
  if (isDone) {
    return null;
  }
  const label = t(`getStarted.steps.${step}.action`);
  const variant = isNext ? 'filled' : 'default';
  if (step === 'application' && waiting) {
    const guide = guideOfApplication(waiting);
    const { id } = waiting;
    return guide ? (
      <Button component={PageLink} to={applicationGuidePath} params={{ id, guideId: guide.id }} variant={variant}>
        {t('getStarted.openGuide')}
      </Button>
    ) : (
      <Button component={PageLink} to={applicationSettingsPath} params={{ id }} variant={variant}>
        {t('getStarted.openApplication')}
      </Button>
    );
  }
  return step === 'signIn' ? (
    endpoint && (
      <Button
        component="a"
        href={`${endpoint}/demo-app`}
        target="_blank"
        rel="noreferrer"
        variant={variant}
        rightSection={<IconExternalLink size={16} stroke={1.5} aria-hidden />}
      >
        {label}
      </Button>
    )
  ) : (
    <Button component={PageLink} to={pages[step]} variant={variant}>
      {label}
    </Button>
  );
}
