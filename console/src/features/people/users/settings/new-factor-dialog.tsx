import { Button } from '@mantine/core';
import type { NewMfaVerification, TemporaryCode } from '@postern/contracts/people/user-mfa';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { BackupCodes, SecretQrCode } from '../shared/factor-secrets.tsx';
import classes from '../user-details.module.css';

type OnceDialogProps = { title: string; description: string; onClose: () => void; children: ReactNode };

/** Shows a secret once, to hand it over to a person. */
function OnceDialog({ title, description, onClose, children }: OnceDialogProps) {
  const { t } = useTranslation();
  return (
    <DialogFrame
      opened
      sticky
      size="small"
      onClose={onClose}
      title={title}
      description={description}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      footer={<Button type="submit">{t('users.password.done')}</Button>}
    >
      {children}
      <p className={classes.once}>
        <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
        {t('userDetails.factors.handOver.once')}
      </p>
    </DialogFrame>
  );
}

type NewFactorDialogProps = { added: NewMfaVerification; name: string; onClose: () => void };

/** A factor created for a user. */
export function NewFactorDialog({ added, name, onClose }: NewFactorDialogProps) {
  const { t } = useTranslation();
  return (
    <OnceDialog
      title={t(`userDetails.factors.types.${added.type}`)}
      description={t(`userDetails.factors.handOver.${added.type}`, { name })}
      onClose={onClose}
    >
      {added.type === 'Totp' ? (
        <>
          <SecretQrCode src={added.secretQrCode} alt={t('userDetails.factors.handOver.qr')} />
          <KeyValues rows={[{ label: t('userDetails.factors.handOver.key'), value: added.secret }]} />
        </>
      ) : (
        <BackupCodes
          codes={added.codes}
          label={t('userDetails.factors.types.BackupCode')}
          copyLabel={t('userDetails.factors.handOver.copy')}
        />
      )}
    </OnceDialog>
  );
}

type TemporaryCodeDialogProps = { issued: TemporaryCode; name: string; onClose: () => void };

/** A code that replaces the second factor of a user once. */
export function TemporaryCodeDialog({ issued, name, onClose }: TemporaryCodeDialogProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return (
    <OnceDialog
      title={t('userDetails.factors.temporary.title')}
      description={t('userDetails.factors.temporary.handOver', { name, time: dateTime(issued.expiresAt) })}
      onClose={onClose}
    >
      <KeyValues rows={[{ label: t('userDetails.factors.temporary.code'), value: issued.code }]} />
    </OnceDialog>
  );
}
