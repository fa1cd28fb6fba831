import { type Objective, type ServiceLevel, serviceLevelsApi } from '@postern/contracts/cloud/service-levels';
import { useTranslation } from 'react-i18next';
import { homeInArea } from '#paths/operators.ts';
import { useRead } from '#platform/client/use-read.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import { Fact, Waiting } from './fact.tsx';
import classes from './home-page.module.css';

/** Availability and latency of the installation, compared with its objectives. */
export function ServiceLevelsPage() {
  const { t, i18n } = useTranslation();
  const { data, error, refetch } = useRead(serviceLevelsApi.get, {}, { quiet: true, every: 60_000 });
  const seconds = new Intl.NumberFormat(i18n.language).format(data?.latencySeconds ?? 0);
  return (
    <PageBody busy={!data && !error}>
      <PageHeader
        title={t('operators.levels.title')}
        purpose={t('operators.levels.purpose')}
        actions={
          <PageLink to={homeInArea} className="link">
            {t('operators.home.title')}
          </PageLink>
        }
      />
      {data ? (
        data.levels.map((level) => <Level key={level.kind} level={level} seconds={seconds} />)
      ) : error ? (
        <LoadFailed error={error} retry={refetch} />
      ) : (
        <Waiting />
      )}
    </PageBody>
  );
}

function Level({ level, seconds }: { level: ServiceLevel; seconds: string }) {
  const { t, i18n } = useTranslation();
  const title = t(level.kind === 'signIn' ? 'operators.levels.signIn' : 'operators.levels.api');
  return (
    <section className={classes.level} aria-labelledby={`level-${level.kind}`}>
      <h2 id={`level-${level.kind}`}>{title}</h2>
      <div className={classes.facts}>
        <Fact
          level={3}
          title={t('operators.levels.requests')}
          value={new Intl.NumberFormat(i18n.language).format(level.requests)}
        >
          {t('operators.levels.period')}
        </Fact>
        <Rated title={t('operators.levels.availability')} objective={level.availability} />
        <Rated title={t('operators.levels.latency', { seconds })} objective={level.latency} />
      </div>
    </section>
  );
}

function Rated({ title, objective }: { title: string; objective: Objective }) {
  const { t, i18n } = useTranslation();
  const { target, actual, budgetLeft } = objective;
  /** Rounded down: 99.996 % must not look like 100 %. */
  const percent = (value: number, digits: number) =>
    new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: digits }).format(
      Math.floor(value * 10 ** digits) / 10 ** digits / 100,
    );
  if (actual === null || budgetLeft === null) {
    return (
      <Fact level={3} title={title} value="–">
        {t('operators.levels.target', { value: percent(target, 1) })}
      </Fact>
    );
  }
  return (
    <Fact level={3} title={title} value={percent(actual, 2)} isBad={budgetLeft < 0}>
      {t('operators.levels.target', { value: percent(target, 1) })}
      <br />
      {budgetLeft < 0
        ? t('operators.levels.spent', {
            times: new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(1 - budgetLeft / 100),
          })
        : t('operators.levels.budget', { value: percent(budgetLeft, 0) })}
    </Fact>
  );
}
