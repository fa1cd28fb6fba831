import type { Tenant } from '@postern/contracts/cloud/tenants';
import { IconAlertTriangle, IconBan, IconCheck, IconReceipt } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { planLabel } from '#features/cloud/plans/shared/plan-label.ts';
import { Avatar } from '#platform/ui/avatar.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { regionLabel } from './shared/regions.ts';
import { statusOf, type TenantStatus } from './status.ts';
import classes from './tenants.module.css';

type TenantRowProps = {
  tenant: Tenant;
  place: string;
  address: string;
  isCurrent: boolean;
  /** The row in the Tab order. */
  isEntry: boolean;
  takesFocus: boolean;
  onEnter: () => void;
};

/** A real link, so that a tenant can be opened in a new tab; has `aria-current` if it is the current one. */
export function TenantRow({ tenant, place, address, isCurrent, isEntry, takesFocus, onEnter }: TenantRowProps) {
  const { t } = useTranslation();
  const status = statusOf(tenant);
  const click = (event: MouseEvent) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      onEnter();
    }
  };
  return (
    <Link
      to={address}
      preload={false}
      className={classes.row}
      tabIndex={isEntry ? 0 : -1}
      data-stop
      data-current={isCurrent || undefined}
      data-autofocus={takesFocus || undefined}
      onClick={click}
    >
      <Avatar name={tenant.name} size={32} square />
      <span className={classes.rowText}>
        <span className={classes.rowName}>
          <span className="truncate" title={tenant.name}>
            {tenant.name}
          </span>
          <Tag tone={tenant.tag === 'production' ? 'neutral' : 'outline'} small>
            {t(`tenants.tags.${tenant.tag}`)}
          </Tag>
        </span>
        <span className={`${classes.rowNote} truncate`}>{place}</span>
      </span>
      {status && <StatusTag status={status} />}
      {isCurrent && <IconCheck size={18} stroke={2} className={classes.check} aria-hidden />}
    </Link>
  );
}

const statusLooks = {
  suspended: { tone: 'danger', icon: IconBan },
  overdue: { tone: 'danger', icon: IconReceipt },
  mauLimit: { tone: 'warning', icon: IconAlertTriangle },
  tokenLimit: { tone: 'warning', icon: IconAlertTriangle },
} as const;

function StatusTag({ status }: { status: TenantStatus }) {
  const { t } = useTranslation();
  return <Tag {...statusLooks[status]}>{t(`tenants.status.${status}`)}</Tag>;
}

/** Second line of a tenant: region and plan, plus the id if another one has the same name. */
export function regionAndPlanOf(t: TFunction, tenant: Tenant, among: readonly Tenant[]): string {
  const hasNamesake = among.some(({ id, name }) => id !== tenant.id && name === tenant.name);
  return [regionLabel(t, tenant.regionName), planLabel(t, tenant.planId), ...(hasNamesake ? [tenant.id] : [])].join(
    ' · ',
  );
}
