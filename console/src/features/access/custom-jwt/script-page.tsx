import { type CustomTokenType, customJwtApi, CustomTokenType as TokenType } from '@postern/contracts/access/custom-jwt';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { customJwtPath, customJwtScriptPath } from '#paths/custom-jwt.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { PageBody } from '#platform/page/page-header.tsx';
import { useGo, usePathParams } from '#platform/router/links.ts';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { isKeyOf } from './kinds.ts';
import { ScriptWorkspace } from './script-workspace.tsx';
import classes from './shared/script.module.css';

export function ScriptPage() {
  const { tokenType, action } = usePathParams(customJwtScriptPath);
  const known = TokenType.safeParse(tokenType).data;
  return known && (action === 'create' || action === 'edit') ? (
    <KnownScriptPage key={known} tokenType={known} action={action} />
  ) : (
    <NotFound />
  );
}

type KnownScriptPageProps = { tokenType: CustomTokenType; action: 'create' | 'edit' };

function KnownScriptPage({ tokenType, action }: KnownScriptPageProps) {
  const { t } = useTranslation();
  const go = useGo();
  const read = useRead(customJwtApi.list, {});
  const stored = read.data?.find(({ key }) => isKeyOf(key, tokenType))?.value;
  const fitting = stored ? 'edit' : 'create';
  const isElsewhere = read.isSuccess && !read.isFetching && action !== fitting;
  useEffect(() => {
    // A bookmark of a deleted script, or of one that was created meanwhile.
    if (isElsewhere) {
      void go(customJwtScriptPath, { tokenType, action: fitting }, { replace: true, force: true });
    }
  }, [isElsewhere, go, tokenType, fitting]);
  return (
    <PageBody busy={read.isPending}>
      <Breadcrumb
        parents={[{ to: customJwtPath, label: t('nav.customJwt') }]}
        current={t(`customJwt.tokens.${tokenType}.title`)}
      />
      {read.data ? (
        <ScriptWorkspace tokenType={tokenType} stored={stored} />
      ) : read.error ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : (
        <WorkspaceSkeleton />
      )}
    </PageBody>
  );
}

function WorkspaceSkeleton() {
  const { t } = useTranslation();
  return (
    <>
      <h1 className="sr-only">{t('states.loading')}</h1>
      <div className={classes.headSkeleton}>
        <Skeleton width={260} height={20} />
        <Skeleton width={420} />
      </div>
      <div className={classes.workspace} aria-hidden>
        <div className={classes.editorFrame} />
        <div className={classes.side} />
      </div>
    </>
  );
}
