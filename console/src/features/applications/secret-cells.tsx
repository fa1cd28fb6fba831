import { IconAlertCircle, IconClock, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/i18n/format.ts';
import { CopyButton } from '#platform/ui/copy-button.tsx';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import classes from './applications.module.css';

const soon = 14 * 86_400_000;

export type ShownSecret = { name: string; value: string; expiresAt: number | null };

/** Only its end until it is asked for; an expired one is of no use to anybody. */
export function SecretValue({ name, value, expiresAt }: ShownSecret) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const expired = expiresAt !== null && expiresAt <= Date.now();
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <div className={classes.secretValue}>
      <code className="truncate" data-off={expired || undefined}>
        {shown ? value : `••••••••••${value.slice(-4)}`}
      </code>
      {!expired && (
        <>
          <IconButton
            label={t(shown ? 'applications.secrets.hide' : 'applications.secrets.show', { name })}
            size="small"
            onClick={() => setShown(!shown)}
          >
            <Icon size={16} stroke={1.5} aria-hidden />
          </IconButton>
          <CopyButton value={value} label={t('applications.secrets.copy', { name })} />
        </>
      )}
    </div>
  );
}

export function SecretExpiry({ expiresAt }: Pick<ShownSecret, 'expiresAt'>) {
  const { t } = useTranslation();
  const { date, relative } = useFormat();
  if (expiresAt === null) {
    return t('applications.secrets.never');
  }
  const left = expiresAt - Date.now();
  if (left <= 0) {
    return (
      <Tag tone="danger" icon={IconAlertCircle}>
        {t('applications.secrets.expired', { date: date(expiresAt) })}
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
