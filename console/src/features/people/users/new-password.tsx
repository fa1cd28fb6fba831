import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import i18next from 'i18next';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DialogFrameProps } from '#platform/feedback/dialog-frame.tsx';
import classes from './users.module.css';

type NewPasswordProps = { title: string; name: string; password: string; onClose: () => void };

/** Dialog content that shows a generated password once; also replaces a form in an open dialog. */
export function newPasswordFrame({ title, name, password, onClose }: NewPasswordProps): DialogFrameProps {
  return {
    opened: true,
    sticky: true,
    size: 'small',
    title,
    description: i18next.t('users.password.newBody', { name }),
    onClose,
    onSubmit: (event) => {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    },
    footer: <Button type="submit">{i18next.t('users.password.done')}</Button>,
    children: <NewPassword password={password} />,
  };
}

function NewPassword({ password }: { password: string }) {
  const { t } = useTranslation();
  const labelId = useId();
  const clipboard = useClipboard({ timeout: 2000 });
  const copy = useRef<HTMLButtonElement>(null);
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  // It may replace a form in an open dialog, whose button had the focus.
  useEffect(() => copy.current?.focus(), []);
  return (
    <>
      <div>
        <div id={labelId} className={classes.label}>
          {t('users.password.title')}
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out like the other labels */}
        <div className={classes.password} role="group" aria-labelledby={labelId}>
          <code>{password}</code>
          <Button
            ref={copy}
            variant="default"
            size="xs"
            leftSection={<Icon size={16} stroke={clipboard.copied ? 2 : 1.5} aria-hidden />}
            onClick={() => clipboard.copy(password)}
            data-autofocus
          >
            {clipboard.copied ? t('actions.copied') : t('users.password.copy')}
          </Button>
        </div>
        <p className={classes.once}>
          <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
          {t('users.password.once')}
        </p>
      </div>
      <span className="sr-only" role="status">
        {clipboard.copied && t('actions.copied')}
      </span>
    </>
  );
}
