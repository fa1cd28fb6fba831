import { Button } from '@mantine/core';
import type { Acknowledgement } from '@postern/contracts/account/me';
import { plansApi } from '@postern/contracts/cloud/plans';
import type { QuotaKey } from '@postern/contracts/quota';
import { IconAlertTriangle, IconReceipt } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { subscriptionPath } from '#paths/tenant-settings.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Notice } from '#platform/feedback/notice.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { useAcknowledged } from '#platform/preferences.ts';
import { useAbilities } from '#platform/router/abilities.ts';
import { useCurrentTenant } from '#platform/router/current-tenant.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { limitText } from './explain-limit.ts';
import { checkLimit, type LimitCheck } from './limits.ts';
import { usePlanUsage } from './plan-usage.ts';
import classes from './plans.module.css';

/** Price information that a person has acknowledged is not shown again. */
const acknowledgements: Partial<Record<QuotaKey, Acknowledgement>> = {
  machineToMachineLimit: 'm2mUpsellNoticeAcknowledged',
  resourcesLimit: 'apiResourceUpsellNoticeAcknowledged',
  tenantMembersLimit: 'tenantMembersUpsellNoticeAcknowledged',
  userRolesLimit: 'rbacUpsellNoticeAcknowledged',
  machineToMachineRolesLimit: 'rbacUpsellNoticeAcknowledged',
  thirdPartyApplicationsLimit: 'thirdPartyAppsUpsellNoticeAcknowledged',
  samlApplicationsLimit: 'samlAppsUpsellNoticeAcknowledged',
  mfaEnabled: 'mfaUpsellNoticeAcknowledged',
  securityFeaturesEnabled: 'securityFeaturesUpsellNoticeAcknowledged',
  organizationsLimit: 'organizationUpsellNoticeAcknowledged',
  enterpriseSsoLimit: 'enterpriseSsoUpsellNoticeAcknowledged',
};

/** Shown before creation: the limit is reached, or the price of an add-on. */
export function PlanNotice({ of: keys }: { of: readonly QuotaKey[] }) {
  const known = usePlanUsage();
  const checked = keys.flatMap((key) => {
    const check = known && checkLimit(known.tenant, known.use, key);
    return check ? [{ key, check }] : [];
  });
  const shown = checked.find(({ check }) => check.kind === 'reached') ?? checked[0];
  if (!shown) {
    return null;
  }
  const { key, check } = shown;
  return check.kind === 'reached' ? <Reached of={key} limit={check.limit} /> : <Priced of={key} check={check} />;
}

function Reached({ of: key, limit }: { of: QuotaKey; limit: number }) {
  const { t } = useTranslation();
  const abilities = useAbilities();
  const isBilled = useCurrentTenant()?.tag !== 'development';
  return (
    <Notice tone="warning" icon={IconAlertTriangle} title={limitText(t, { key, limit })}>
      <div className={classes.more}>
        {abilities?.manageBilling && isBilled ? (
          <PageLink to={subscriptionPath} className="link">
            {t('plans.seePlans')}
          </PageLink>
        ) : (
          t(isBilled ? 'plans.askAdministrator' : 'plans.limits.development')
        )}
      </div>
    </Notice>
  );
}

type PricedProps = { of: QuotaKey; check: Extract<LimitCheck, { kind: 'addOn' }> };

function Priced({ of: key, check: { included, isFlat } }: PricedProps) {
  const { t } = useTranslation();
  const { dollars } = useFormat();
  const { isRead, acknowledge } = useAcknowledged(
    acknowledgements[key] ?? 'addOnChangesInCurrentCycleNoticeAcknowledged',
  );
  const { data: skus } = useRead(plansApi.skus, { query: { type: 'AddOn' } }, { quiet: true, staleTime: 300_000 });
  const cents = skus?.find(({ quota }) => quota[key] !== undefined)?.unitPrice ?? undefined;
  if (isRead !== false || !skus) {
    return null;
  }
  const what = t(`plans.keys.${key}`);
  const words = { what, included, price: cents === undefined ? '' : dollars(cents) };
  const kind = cents === undefined ? 'billed' : isFlat ? 'flat' : 'each';
  return (
    <Notice tone="info" icon={IconReceipt} title={t('plans.addOnTitle', { what })}>
      {t(`plans.prices.${kind}`, words)}
      <div className={classes.more}>
        <Button variant="default" size="xs" onClick={acknowledge}>
          {t('actions.gotIt')}
        </Button>
      </div>
    </Notice>
  );
}
