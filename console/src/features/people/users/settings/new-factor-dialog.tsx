import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { NewMfaVerification } from '@postern/contracts/people/user-mfa';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import classes from '../user-details.module.css';

type NewFactorDialogProps = { added: NewMfaVerification; name: string; onClose: () => void };

/** A factor created for a user, shown once. */
export function NewFactorDialog({ added, name, onClose }: NewFactorDialogProps) {
  const { t } = useTranslation();
  return (
    <DialogFrame
      opened
      sticky
      size="small"
      onClose={onClose}
      title={t(`userDetails.factors.types.${added.type}`)}
      description={t(`userDetails.factors.handOver.${added.type}`, { name })}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      footer={<Button type="submit">{t('users.password.done')}</Button>}
    >
      {added.type === 'Totp' ? (
        <>
          <img className={classes.qr} src={added.secretQrCode} alt={t('userDetails.factors.handOver.qr')} />
          <KeyValues rows={[{ label: t('userDetails.factors.handOver.key'), value: added.secret }]} />
        </>
      ) : (
        <BackupCodes codes={added.codes} />
      )}
      <p className={classes.once}>
        <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
        {t('userDetails.factors.handOver.once')}
      </p>
    </DialogFrame>
  );
}

function BackupCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation();
  const clipboard = useClipboard({ timeout: 2000 });
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  return (
    <div className={classes.codes}>
      <ol aria-label={t('userDetails.factors.types.BackupCode')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon size={16} stroke={1.5} aria-hidden />}
        onClick={() => clipboard.copy(codes.join('\n'))}
        data-autofocus
      >
        {clipboard.copied ? t('actions.copied') : t('userDetails.factors.handOver.copy')}
      </Button>
      <span className="sr-only" role="status">
        {clipboard.copied && t('actions.copied')}
      </span>
    </div>
  );
}
