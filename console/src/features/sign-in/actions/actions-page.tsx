import { actionKeys, actionsApi, actionTypes } from '@postern/contracts/sign-in/actions';
import { useTranslation } from 'react-i18next';
import classes from '#features/access/custom-jwt/shared/script.module.css';
import { useRead } from '#platform/client/use-read.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { PlanNotice, PlanTag } from '#platform/plan/plan-parts.tsx';
import { ActionCard } from './action-card.tsx';

/** One card per moment of a sign-in. */
export function ActionsPage() {
  const { t } = useTranslation();
  const read = useRead(actionsApi.list, {});
  return (
    <PageBody busy={read.isPending}>
      <PageHeader title={t('nav.actions')} tag={<PlanTag of="actionsEnabled" />} purpose={t('signInActions.purpose')} />
      {read.error && !read.data ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : (
        <div className={classes.tokens}>
          <PlanNotice of={['actionsEnabled']} />
          {actionTypes.map((type) => (
            <ActionCard
              key={type}
              type={type}
              stored={read.data && (read.data.find(({ key }) => key === actionKeys[type])?.value ?? null)}
            />
          ))}
        </div>
      )}
    </PageBody>
  );
}
