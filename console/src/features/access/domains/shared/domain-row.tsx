import type { Domain, DomainDnsRecord } from '@postern/contracts/access/domains';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconLock, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type CardColumn, CardTable } from '#platform/detail/card-table.tsx';
import { CopyButton } from '#platform/ui/copy-button.tsx';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import classes from '../domains.module.css';
import { isNoTarget } from './is-public-name.ts';

const looks = {
  PendingVerification: { tone: 'info', icon: IconClock },
  PendingSsl: { tone: 'info', icon: IconLock },
  Active: { tone: 'success', icon: IconCircleCheck },
  Error: { tone: 'danger', icon: IconAlertTriangle },
} as const;

type DomainRowProps = {
  domain: Pick<Domain, 'domain' | 'status' | 'errorMessage' | 'dnsRecords'>;
  onDelete: () => void;
  /** Explains the status `Active`. */
  activeHelp: string;
  /** Shown below the records. */
  children?: ReactNode;
};

/** A domain with its status, its DNS records to copy, and what the last check found. */
export function DomainRow({ domain, onDelete, activeHelp, children }: DomainRowProps) {
  const { t } = useTranslation();
  const columns = useColumns();
  const { domain: name, status, errorMessage, dnsRecords } = domain;
  const hasTarget = status === 'Active' || !dnsRecords.some(({ type, value }) => type === 'CNAME' && isNoTarget(value));
  return (
    <section className={classes.domain} aria-label={name}>
      <div className={classes.head}>
        <div className={classes.title}>
          <span className={classes.name}>{name}</span>
          <span role="status">
            <Tag {...looks[status]}>{t(`domains.statuses.${status}.name`)}</Tag>
          </span>
        </div>
        <IconButton label={t('domains.deleteWhat', { name })} onClick={onDelete}>
          <IconTrash size={18} stroke={1.5} aria-hidden />
        </IconButton>
      </div>
      {hasTarget ? (
        <>
          <p className={classes.text}>{status === 'Active' ? activeHelp : t(`domains.statuses.${status}.help`)}</p>
          {errorMessage && <p className={classes.problem}>{t('domains.lastCheck', { message: errorMessage })}</p>}
          <CardTable
            label={t('domains.records', { name })}
            columns={columns}
            rows={dnsRecords}
            rowKey={(record) => `${record.type} ${record.name}`}
          />
        </>
      ) : (
        <p className={classes.text}>{t('domains.local.noRecord')}</p>
      )}
      {children}
    </section>
  );
}

/** The headings of the table are hidden on a narrow screen, so each value has its own there. */
function Copied({ heading, text, label }: { heading: string; text: string; label: string }) {
  return (
    <span className={classes.copied}>
      <span className={classes.narrowLabel}>{heading}</span>
      <code>{text}</code>
      <CopyButton value={text} label={label} />
    </span>
  );
}

function useColumns(): CardColumn<DomainDnsRecord>[] {
  const { t } = useTranslation();
  return [
    { id: 'type', title: t('domains.columns.type'), width: '96px', cell: ({ type }) => <code>{type}</code> },
    {
      id: 'name',
      title: t('domains.columns.name'),
      cell: ({ name }) => <Copied heading={t('domains.columns.name')} text={name} label={t('domains.copyName')} />,
    },
    {
      id: 'value',
      title: t('domains.columns.value'),
      cell: ({ value }) => <Copied heading={t('domains.columns.value')} text={value} label={t('domains.copyValue')} />,
    },
  ];
}
