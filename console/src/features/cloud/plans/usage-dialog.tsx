import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactDialog } from '#features/help/assistant/shared/contact-dialog.tsx';
import { subscriptionPath } from '#paths/tenant-settings.ts';
import { Notice } from '#platform/feedback/notice.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { useAbilities } from '#platform/router/abilities.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { reachedLimit } from './limits.ts';
import { NoticeDialog, type NoticeDialogProps } from './notice-dialog.tsx';
import { planLabel } from './shared/plan-label.ts';

/** Agreed limits are not raised by another plan, so this offers contact instead. */
export function UsageDialog({ tenant, onClose }: NoticeDialogProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [isAsking, setAsking] = useState(false);
  const isAgreed = tenant.subscription.isEnterprisePlan;
  const abilities = useAbilities();
  const limit = reachedLimit(tenant) ?? 'mauLimit';
  const amounts = {
    mauLimit: [tenant.usage.activeUsers, tenant.quota.mauLimit],
    tokenLimit: [tenant.usage.tokenUsage, tenant.quota.tokenLimit],
  } as const;
  const [used, most] = amounts[limit];
  if (isAsking) {
    return <ContactDialog opened onClose={onClose} />;
  }
  return (
    <NoticeDialog
      title={t(`plans.usage.${limit}.title`)}
      body={t(isAgreed ? 'plans.usage.agreed' : `plans.usage.${limit}.body`)}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('plans.notNow')}
          </Button>
          {isAgreed && (
            <Button onClick={() => setAsking(true)} data-autofocus>
              {t('contact.action')}
            </Button>
          )}
          {abilities?.manageBilling && !isAgreed && (
            <Button component={PageLink} to={subscriptionPath} onClick={onClose} data-autofocus>
              {t('plans.seePlans')}
            </Button>
          )}
        </>
      }
    >
      <Notice
        tone="danger"
        icon={IconAlertTriangle}
        title={t(`plans.usage.${limit}.notice`, { plan: planLabel(t, tenant.planId) })}
      >
        {t('plans.usage.amount', { used: number(used), limit: number(most ?? 0) })}
        {abilities && !abilities.manageBilling && !isAgreed && ` ${t('plans.askAdministrator')}`}
      </Notice>
    </NoticeDialog>
  );
}
