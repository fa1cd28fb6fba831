import { Button } from '@mantine/core';
import { plansApi, type Sku } from '@postern/contracts/cloud/plans';
import { useTranslation } from 'react-i18next';
import { useSubscribe } from '#features/cloud/plans/shared/subscribe.ts';
import { showFailure } from '#platform/client/show-failure.ts';
import { useRead } from '#platform/client/use-read.ts';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { useTenants } from '#platform/router/tenant-list.ts';
import { idTokenClaims } from '#platform/session/claims.ts';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import type { NewTenant } from './create-form.ts';
import { PlanCard } from './plan-card.tsx';
import classes from './plan-dialog.module.css';
import { isFreeLimitReached } from './shared/count-free.ts';

type PlanDialogProps = {
  tenant: NewTenant;
  isCreating: boolean;
  onFree: () => Promise<void>;
  onBack: () => void;
  onClose: () => void;
};

/** For a production tenant: the free plan creates it at once, a paid one requires payment first. */
export function PlanDialog({ tenant, isCreating, onFree, onBack, onClose }: PlanDialogProps) {
  const { t } = useTranslation();
  const { subscribe, isSubscribing } = useSubscribe();
  const skus = useRead(plansApi.skus, { query: { type: 'Basic' } }, { quiet: true, staleTime: 300_000 });
  const { data: tenants = [] } = useTenants();
  const isFull = isFreeLimitReached(tenants, idTokenClaims()?.organization_roles);
  const isBusy = isCreating || isSubscribing;
  const choose = (sku: Sku) => {
    if (isBusy) {
      return;
    }
    void (sku.unitPrice ? subscribe({ skuId: sku.id, tenantData: tenant }) : onFree().catch(showFailure));
  };
  return (
    <DialogFrame
      opened
      size="wide"
      onClose={onClose}
      title={t('tenants.plan.title', { name: tenant.name })}
      description={t('tenants.plan.body')}
      onSubmit={(event) => event.preventDefault()}
      footer={
        <Button variant="default" onClick={onBack}>
          {t('tenants.plan.back')}
        </Button>
      }
    >
      {skus.data ? (
        <ul className={classes.plans}>
          {skus.data.map((sku) => (
            <li key={sku.id}>
              <PlanCard
                sku={sku}
                isFull={!sku.unitPrice && isFull}
                busy={sku.unitPrice ? isSubscribing : isCreating}
                onChoose={() => choose(sku)}
              />
            </li>
          ))}
        </ul>
      ) : skus.error ? (
        <LoadFailed error={skus.error} retry={skus.refetch} />
      ) : (
        <div className={classes.plans} aria-busy>
          <Skeleton width="100%" height={420} />
          <Skeleton width="100%" height={420} />
        </div>
      )}
    </DialogFrame>
  );
}
