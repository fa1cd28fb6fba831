import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { subscriptionPath } from '#paths/tenant-settings.ts';
import type { Explanation } from '#platform/client/explain-failure.ts';
import type { RequestError } from '#platform/client/request-error.ts';
import { useAbilities } from '#platform/router/abilities.ts';
import { useCurrentTenant } from '#platform/router/current-tenant.ts';
import { useGo } from '#platform/router/links.ts';
import { type FoundLimit, findLimits } from './limits.ts';

/** A limit of zero and a disabled feature mean the same: the plan does not include it. */
export function limitText(t: TFunction, { key, limit }: FoundLimit): string {
  const what = t(`plans.keys.${key}`);
  return limit ? t('plans.limits.reached', { what, limit }) : t('plans.limits.missing', { what });
}

/** Explains a plan limit error, with a link to the plans for those who may select one. */
export function useExplainLimit() {
  const { t } = useTranslation();
  const go = useGo();
  const mayManage = useAbilities()?.manageBilling ?? false;
  const isBilled = useCurrentTenant()?.tag !== 'development';
  return useCallback(
    (error: RequestError): Explanation | undefined => {
      const limits = findLimits(error);
      return (
        limits && {
          message: limits.map((limit) => limitText(t, limit)).join(' ') || t('plans.limits.unknown'),
          note: mayManage ? undefined : t('plans.askAdministrator'),
          action:
            mayManage && isBilled
              ? { label: t('plans.seePlans'), run: () => void go(subscriptionPath, {}) }
              : undefined,
        }
      );
    },
    [t, go, mayManage, isBilled],
  );
}
