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
import { sayLimit } from './explain-limit.ts';
import { type Judgement, judgeUse } from './judge-use.ts';
import classes from './plans.module.css';
import { useUseOfPlan } from './use-of-plan.ts';

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
  const known = useUseOfPlan();
  const judged = keys.flatMap((key) => {
    const judgement = known && judgeUse(known.tenant, known.use, key);
    return judgement ? [{ key, judgement }] : [];
  });
  const told = judged.find(({ judgement }) => judgement.kind === 'reached') ?? judged[0];
  if (!told) {
    return null;
  }
  const { key, judgement } = told;
  return judgement.kind === 'reached' ? (
    <Reached of={key} limit={judgement.limit} />
  ) : (
    <Priced of={key} judgement={judgement} />
  );
}

function Reached({ of: key, limit }: { of: QuotaKey; limit: number }) {
  const { t } = useTranslation();
  const abilities = useAbilities();
  const isBilled = useCurrentTenant()?.tag !== 'development';
  return (
    <Notice tone="warning" icon={IconAlertTriangle} title={sayLimit(t, { key, limit })}>
      <div className={classes.more}>
        {abilities?.manageTenant && isBilled ? (
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

type PricedProps = { of: QuotaKey; judgement: Extract<Judgement, { kind: 'addOn' }> };

function Priced({ of: key, judgement: { included, isFlat } }: PricedProps) {
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
