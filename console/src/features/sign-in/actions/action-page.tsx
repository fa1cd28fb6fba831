import { type ActionType, actionKeys, actionsApi, actionTypes } from '@postern/contracts/sign-in/actions';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { actionPath, actionsPath } from '#paths/actions.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { PageBody } from '#platform/page/page-header.tsx';
import { useGo, usePathParams } from '#platform/router/links.ts';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { ActionWorkspace } from './action-workspace.tsx';

export function ActionPage() {
  const { actionType, mode } = usePathParams(actionPath);
  const known = actionTypes.find((type) => type === actionType);
  return known && (mode === 'create' || mode === 'edit') ? (
    <KnownActionPage key={known} type={known} mode={mode} />
  ) : (
    <NotFound />
  );
}

type KnownActionPageProps = { type: ActionType; mode: 'create' | 'edit' };

function KnownActionPage({ type, mode }: KnownActionPageProps) {
  const { t } = useTranslation();
  const go = useGo();
  const read = useRead(actionsApi.list, {});
  const stored = read.data?.find(({ key }) => key === actionKeys[type])?.value;
  const fitting = stored ? 'edit' : 'create';
  const isElsewhere = read.isSuccess && !read.isFetching && mode !== fitting;
  useEffect(() => {
    // A bookmark of a deleted script, or of one that was created meanwhile.
    if (isElsewhere) {
      void go(actionPath, { actionType: type, mode: fitting }, { replace: true, force: true });
    }
  }, [isElsewhere, go, type, fitting]);
  return (
    <PageBody busy={read.isPending}>
      <Breadcrumb
        parents={[{ to: actionsPath, label: t('nav.actions') }]}
        current={t(`signInActions.types.${type}.title`)}
      />
      {read.data ? (
        <ActionWorkspace type={type} stored={stored} />
      ) : read.error ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : (
        <>
          <h1 className="sr-only">{t('states.loading')}</h1>
          <Skeleton width={420} height={20} />
        </>
      )}
    </PageBody>
  );
}
