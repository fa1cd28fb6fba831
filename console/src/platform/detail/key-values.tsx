import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageLink } from '../router/page-link.tsx';
import type { PagePath } from '../router/page-path.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { mask } from '../ui/mask.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import classes from './detail.module.css';

export type KeyValue = {
  label: string;
  value: string | undefined;
  /** Plain text, not copyable. */
  plain?: boolean;
  /** Masked except for its end until revealed. */
  secret?: boolean;
  /** The page that the value refers to. */
  to?: { page: PagePath<string>; params: Record<string, string> };
  /** The value is an external URL. */
  isAddress?: boolean;
};

/** Values to copy, one per row; shows a skeleton for missing values. */
export function KeyValues({ rows }: { rows: readonly KeyValue[] }) {
  const { t } = useTranslation();
  return (
    <dl className={classes.pairs}>
      {rows.map(({ label, value, plain, secret, to, isAddress }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value === undefined ? (
              <Skeleton width={240} />
            ) : plain ? (
              <Linked to={to} value={value} />
            ) : secret ? (
              <HiddenValue label={label} value={value} />
            ) : (
              <>
                <code className="truncate" title={value}>
                  <Linked to={to} value={value} isAddress={isAddress} />
                </code>
                <CopyButton value={value} label={t('actions.copyWhat', { what: label })} />
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Linked({ to, value, isAddress }: Pick<KeyValue, 'to' | 'isAddress'> & { value: string }) {
  if (isAddress) {
    return (
      <a className="link" href={value} target="_blank" rel="noreferrer">
        {value}
      </a>
    );
  }
  return to ? (
    <PageLink className="link" to={to.page} params={to.params}>
      {value}
    </PageLink>
  ) : (
    value
  );
}

function HiddenValue({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <>
      <code className="truncate">{shown ? value : mask(value)}</code>
      <IconButton
        label={t(shown ? 'actions.hideWhat' : 'actions.revealWhat', { what: label })}
        size="small"
        onClick={() => setShown(!shown)}
      >
        <Icon size={16} stroke={1.5} aria-hidden />
      </IconButton>
      <CopyButton value={value} label={t('actions.copyWhat', { what: label })} />
    </>
  );
}
