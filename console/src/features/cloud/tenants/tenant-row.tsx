import type { Tenant } from '@postern/contracts/cloud/tenants';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#platform/ui/avatar.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { statusOf } from './status.ts';
import { StatusTag } from './status-tag.tsx';
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
          {tenant.tag === 'development' && (
            <Tag tone="outline" small>
              {t('tenants.tags.development')}
            </Tag>
          )}
        </span>
        <span className={`${classes.rowNote} truncate`}>{place}</span>
      </span>
      {status && <StatusTag status={status} />}
      {isCurrent && <IconCheck size={18} stroke={2} className={classes.check} aria-hidden />}
    </Link>
  );
}
