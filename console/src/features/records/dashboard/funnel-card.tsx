import {
  type SignInDimension,
  type SignInGroup,
  type SignInNumbers,
  type SignInStep,
  signInDimensions,
  signInSteps,
} from '@postern/contracts/records/dashboard';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { useMethodName } from './method-name.ts';
import { NumberTable } from './number-table.tsx';
import classes from './shared/dashboard.module.css';
import { useDayFormat } from './shared/format-day.ts';
import { Segments } from './shared/segments.tsx';

/** How many sign-ins reached each step, and at which step people left; as a whole and by group. */
export function FunnelCard({ read }: { read: UseQueryResult<SignInNumbers> }) {
  const { t } = useTranslation();
  const { data, error, refetch } = read;
  return (
    <section className={classes.card} aria-labelledby="dashboard-funnel" aria-busy={!data}>
      <div className={classes.head}>
        <h2 id="dashboard-funnel" className={classes.title}>
          {t('dashboard.funnel')}
        </h2>
        <span className={classes.period}>{t('dashboard.past30')}</span>
      </div>
      {data ? <Funnel data={data} /> : error ? <LoadFailed error={error} retry={refetch} /> : <FunnelSkeleton />}
    </section>
  );
}

const FunnelSkeleton = () => (
  <div className={classes.steps}>
    {signInSteps.map((step) => (
      <div key={step} className={classes.step}>
        <Skeleton width={96} />
        <Skeleton width={72} />
      </div>
    ))}
  </div>
);

function Funnel({ data }: { data: SignInNumbers }) {
  const { t } = useTranslation();
  const [by, setBy] = useState<SignInDimension>('application');
  if (data.steps.opened === 0 && data.steps.attempted === 0) {
    return <p className={classes.empty}>{t('dashboard.noSignIns')}</p>;
  }
  return (
    <>
      <Steps steps={data.steps} />
      <div className={classes.groupHead}>
        <Segments
          label={t('dashboard.by.label')}
          value={by}
          onChange={setBy}
          choices={signInDimensions.map((value) => ({ value, label: t(`dashboard.by.${value}`) }))}
        />
      </div>
      <Groups dimension={by} groups={data.groups[by]} />
    </>
  );
}

/** Steps are counted when they happen, so one that began before the first day may exceed the step before it. */
const shareOf = (count: number, whole: number) => (whole === 0 ? 0 : Math.min(1, count / whole));

function Steps({ steps }: { steps: SignInNumbers['steps'] }) {
  const { t } = useTranslation();
  const { number, percent } = useDayFormat();
  return (
    <ol className={classes.steps}>
      {signInSteps.map((step, index) => {
        const last = signInSteps[index - 1];
        const share = shareOf(steps[step], steps.opened);
        const left = last === undefined ? 0 : 1 - shareOf(steps[step], steps[last]);
        return (
          <li key={step} className={classes.step}>
            <span className={classes.label}>{t(`dashboard.steps.${step}`)}</span>
            <span className={classes.stepCount}>
              {number(steps[step])} <small>{percent(share)}</small>
            </span>
            <span className={classes.note}>
              {last === undefined
                ? t('dashboard.everyone')
                : t('dashboard.left', { share: percent(left), number: number(Math.max(0, steps[last] - steps[step])) })}
            </span>
            <span className={classes.bar} aria-hidden>
              <span style={{ blockSize: `${share * 100}%` }} />
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Groups({ dimension, groups }: { dimension: SignInDimension; groups: readonly SignInGroup[] }) {
  const { t } = useTranslation();
  const { number, percent } = useDayFormat();
  const nameOf = useGroupName(dimension);
  // People choose a method after they have opened the page.
  const shown: readonly SignInStep[] = dimension === 'method' ? signInSteps.slice(1) : signInSteps;
  const [first = 'opened'] = shown;
  if (groups.length === 0) {
    return <p className={classes.empty}>{t('dashboard.noSignIns')}</p>;
  }
  return (
    <NumberTable
      label={t('dashboard.funnelBy', { what: t(`dashboard.by.${dimension}`) })}
      columns={[
        t(`dashboard.by.${dimension}`),
        ...shown.map((step) => t(`dashboard.steps.${step}`)),
        t('dashboard.finished'),
      ]}
      rows={groups.map((group) => ({
        key: group.value,
        name: nameOf(group),
        values: [
          ...shown.map((step) => number(group.steps[step])),
          percent(shareOf(group.steps.completed, group.steps[first])),
        ],
      }))}
    />
  );
}

function useGroupName(dimension: SignInDimension) {
  const { t } = useTranslation();
  const { languageName } = useDayFormat();
  const methodName = useMethodName();
  return ({ value, name }: SignInGroup) => {
    if (dimension === 'method') {
      return methodName(value);
    }
    if (dimension === 'language') {
      return value === 'other' ? t('dashboard.otherLanguage') : languageName(value);
    }
    return name ?? value;
  };
}
