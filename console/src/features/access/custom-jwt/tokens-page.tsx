import { customJwtApi, customTokenTypes } from '@postern/contracts/access/custom-jwt';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { PlanNotice, PlanTag } from '#platform/plan/plan-parts.tsx';
import { IdTokenForm } from './id-token-form.tsx';
import { isKeyOf } from './kinds.ts';
import classes from './shared/script.module.css';
import { TokenCard } from './token-card.tsx';

/** One card per token type of scripts, and the claims of ID tokens. */
export function TokensPage() {
  const { t } = useTranslation();
  const read = useRead(customJwtApi.list, {});
  return (
    <PageBody busy={read.isPending}>
      <PageHeader title={t('nav.customJwt')} tag={<PlanTag of="customJwtEnabled" />} purpose={t('customJwt.purpose')} />
      {read.error && !read.data ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : (
        <div className={classes.tokens}>
          <PlanNotice of={['customJwtEnabled']} />
          {customTokenTypes.map((tokenType) => (
            <TokenCard
              key={tokenType}
              tokenType={tokenType}
              script={read.data && (read.data.find(({ key }) => isKeyOf(key, tokenType))?.value.script ?? null)}
            />
          ))}
        </div>
      )}
      <div className={classes.idToken}>
        <IdTokenForm />
      </div>
    </PageBody>
  );
}
