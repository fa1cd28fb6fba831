import { IconAlertCircle, IconClock, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/format.ts';
import { CopyButton } from './copy-button.tsx';
import { IconButton } from './icon-button.tsx';
import { mask } from './mask.ts';
import { Tag } from './tag.tsx';
import classes from './ui.module.css';

const soon = 14 * 86_400_000;

type Expiring = { expiresAt: number | null };
/** `what` names the value for its buttons, such as “secret Production”. */
type SecretValueProps = Expiring & { what: string; value: string };

/** Masked except for its end until revealed; an expired value cannot be revealed. */
export function SecretValue({ what, value, expiresAt }: SecretValueProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const expired = expiresAt !== null && expiresAt <= Date.now();
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <div className={classes.secretValue}>
      <code className="truncate" data-off={expired || undefined}>
        {shown && !expired ? value : mask(value)}
      </code>
      {!expired && value !== '' && (
        <>
          <IconButton
            label={t(shown ? 'actions.hideWhat' : 'actions.revealWhat', { what })}
            size="small"
            onClick={() => setShown(!shown)}
          >
            <Icon size={16} stroke={1.5} aria-hidden />
          </IconButton>
          <CopyButton value={value} label={t('actions.copyWhat', { what })} />
        </>
      )}
    </div>
  );
}

/** The expiry; soon and expired are highlighted. */
export function Expiry({ expiresAt }: Expiring) {
  const { t } = useTranslation();
  const { date, relative } = useFormat();
  if (expiresAt === null) {
    return t('fields.lifetime.never');
  }
  const left = expiresAt - Date.now();
  if (left <= 0) {
    return (
      <Tag tone="danger" icon={IconAlertCircle}>
        {t('fields.lifetime.expired', { date: date(expiresAt) })}
      </Tag>
    );
  }
  const when = relative(expiresAt);
  return left < soon ? (
    <Tag tone="warning" icon={IconClock}>
      {when.charAt(0).toLocaleUpperCase() + when.slice(1)}
    </Tag>
  ) : (
    <span className="tabular">{date(expiresAt)}</span>
  );
}
