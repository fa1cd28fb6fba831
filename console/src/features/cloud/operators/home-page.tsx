import { type OperatorOverview, operatorsApi } from '@postern/contracts/cloud/operators';
import { useTranslation } from 'react-i18next';
import { useAmounts } from '#features/cloud/plans/shared/format-amounts.ts';
import { jobsInArea, levelsInArea, tenantsInArea } from '#paths/operators.ts';
import { useRead } from '#platform/client/use-read.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { Fact, Waiting } from './fact.tsx';
import classes from './home-page.module.css';

/** Status of the installation, with links to everything that needs attention. */
export function HomePage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useRead(operatorsApi.overview, {}, { quiet: true, every: 30_000 });
  return (
    <PageBody busy={!data && !error}>
      <PageHeader
        title={t('operators.home.title')}
        purpose={t('operators.home.purpose')}
        actions={
          <>
            <PageLink to={levelsInArea} className="link">
              {t('operators.levels.title')}
            </PageLink>
            <PageLink to={jobsInArea} className="link">
              {t('nav.jobs')}
            </PageLink>
            <PageLink to={tenantsInArea} className="link">
              {t('operators.title')}
            </PageLink>
          </>
        }
      />
      {data ? <Overview overview={data} /> : error ? <LoadFailed error={error} retry={refetch} /> : <Waiting />}
    </PageBody>
  );
}

type Amounts = OperatorOverview['overdue']['amounts'];

function Overview({ overview }: { overview: OperatorOverview }) {
  const { t } = useTranslation();
  const { money, number } = useAmounts();
  const { revenue, overdue, suspended, paying, regions } = overview;
  const sum = (amounts: Amounts) =>
    amounts.map(({ amount, currency }) => money(amount, currency)).join(' + ') || money(0);
  return (
    <>
      <section className={classes.facts} aria-label={t('operators.home.facts')}>
        <Fact title={t('operators.home.revenue')} value={sum(revenue.thisMonth)}>
          {t('operators.home.lastMonth', { amount: sum(revenue.lastMonth) })}
        </Fact>
        <Fact title={t('operators.home.overdue')} value={sum(overdue.amounts)} isBad={overdue.invoices > 0}>
          {overdue.invoices === 0
            ? t('operators.home.nothingDue')
            : t('operators.home.due', {
                count: overdue.invoices,
                tenants: t('operators.home.dueTenants', { count: overdue.tenants }),
              })}{' '}
          {overdue.invoices > 0 && <Show state="overdue" />}
        </Fact>
        <Fact title={t('operators.home.suspended')} value={number(suspended)} isBad={suspended > 0}>
          {suspended > 0 ? <Show state="suspended" /> : t('operators.home.noneSuspended')}
        </Fact>
        <Fact title={t('operators.home.paying')} value={number(paying)}>
          {t('operators.home.payingHelp')}
        </Fact>
      </section>
      <section className={classes.regions} aria-labelledby="regions">
        <h2 id="regions">{t('operators.home.regions')}</h2>
        <ul>
          {regions.map(({ id, name, isUp }) => (
            <li key={id}>
              <span>{id === 'home' ? t('operators.home.homeDatabase') : name}</span>
              <Tag tone={isUp ? 'success' : 'danger'}>{t(isUp ? 'operators.home.up' : 'operators.home.down')}</Tag>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Show({ state }: { state: 'overdue' | 'suspended' }) {
  const { t } = useTranslation();
  return (
    <PageLink to={tenantsInArea} search={{ state }} className="link">
      {t('operators.home.show')}
    </PageLink>
  );
}
