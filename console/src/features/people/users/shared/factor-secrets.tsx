import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './factor-secrets.module.css';

type SecretQrCodeProps = {
  /** The picture, once it is there. */
  src: string | undefined;
  alt: string;
};

/** The key of an authenticator app, for its camera. */
export function SecretQrCode({ src, alt }: SecretQrCodeProps) {
  return <div className={classes.qr}>{src && <img src={src} alt={alt} />}</div>;
}

type BackupCodesProps = {
  codes: readonly string[];
  label: string;
  /** The text of the button that copies the codes. */
  copyLabel: string;
};

export function BackupCodes({ codes, label, copyLabel }: BackupCodesProps) {
  const { t } = useTranslation();
  const clipboard = useClipboard({ timeout: 2000 });
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  return (
    <div className={classes.codes}>
      <ol aria-label={label}>
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
        {clipboard.copied ? t('actions.copied') : copyLabel}
      </Button>
      <span className="sr-only" role="status">
        {clipboard.copied && t('actions.copied')}
      </span>
    </div>
  );
}
