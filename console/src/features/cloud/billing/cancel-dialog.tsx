import { Button } from '@mantine/core';
import { billingApi } from '@postern/contracts/cloud/billing';
import type { Sku, SubscriptionUsage } from '@postern/contracts/cloud/plans';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAmounts } from '#features/cloud/plans/shared/format-amounts.ts';
import { type ComparedKey, quotaOrder } from '#features/cloud/plans/shared/quota-order.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { showFailure } from '#platform/client/show-failure.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { reloadTenants } from '#platform/router/tenant-list.ts';
import { useTenantId } from '#platform/tenant.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import billing from './billing.module.css';
import classes from './cancel-dialog.module.css';
import { type Loss, listLosses } from './plan-changes.ts';

const quotaInUse = 'subscription.quota_in_use';

/** The quota keys that the server reports when usage exceeds the free plan. */
function keysIn(error: unknown): ComparedKey[] {
  if (!(error instanceof RequestError) || error.code !== quotaInUse) {
    return [];
  }
  const named = JSON.stringify(error.body?.data ?? []);
  return quotaOrder.filter((key) => named.includes(`"${key}"`));
}

type CancelDialogProps = { free: Sku; usage: SubscriptionUsage; onClose: () => void };

/** Lists what the free plan lacks before switching. */
export function CancelDialog({ free, usage, onClose }: CancelDialogProps) {
  const { t } = useTranslation();
  const id = useTenantId();
  const cancel = useWrite(billingApi.cancel, {
    ignore: [quotaInUse],
    // Plan and usage are refetched after every such write; the list of tenants is not.
    onDone: async () => {
      onClose();
      showSuccess(t('billing.cancel.done'));
      await reloadTenants().catch(showFailure);
    },
  });
  const inUse = keysIn(cancel.error);
  return (
    <DialogFrame
      opened
      size="small"
      onClose={onClose}
      title={t('billing.cancel.title')}
      description={t('billing.cancel.body')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!cancel.isPending) {
          cancel.mutate({ params: { id } });
        }
      }}
      footer={
        <>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('billing.cancel.keep')}
          </Button>
          <BusyButton type="submit" variant="destroy" busy={cancel.isPending}>
            {t('billing.cancel.action')}
          </BusyButton>
        </>
      }
    >
      {cancel.error instanceof RequestError && cancel.error.code === quotaInUse && (
        <div role="alert">
          <Notice tone="danger" icon={IconAlertCircle} title={t('billing.cancel.inUseTitle')}>
            {inUse.length > 0 ? t('billing.cancel.inUseBody') : cancel.error.message}
            <ul className={classes.inUse}>
              {inUse.map((key) => (
                <li key={key}>{t(`billing.keys.${key}`)}</li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      <ul className={classes.losses}>
        {listLosses(usage, free).map((loss) => (
          <LossRow key={loss.key} loss={loss} />
        ))}
      </ul>
    </DialogFrame>
  );
}

function LossRow({ loss: { key, left, used, isTooMuch } }: { loss: Loss }) {
  const { t } = useTranslation();
  const { number } = useAmounts();
  const limit = number(left);
  return (
    <li>
      <span className={classes.lossName}>{t(`billing.keys.${key}`)}</span>
      {isTooMuch && <Tag tone="warning">{t('billing.cancel.used', { used: number(used) })}</Tag>}
      <span className={billing.small}>
        {left === 0
          ? t('billing.cancel.lost')
          : t(key === 'auditLogsRetentionDays' ? 'billing.cancel.days' : 'billing.cancel.limit', { limit })}
      </span>
    </li>
  );
}
