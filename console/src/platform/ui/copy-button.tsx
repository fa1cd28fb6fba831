import { Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadView } from '../form/read-view.ts';
import { IconButton } from './icon-button.tsx';
import classes from './ui.module.css';

type CopyButtonProps = { value: string; label: string; size?: 'small' | 'chip'; className?: string };

/** Copies a value and confirms it in the icon, in the tooltip and to screen readers. */
export function CopyButton({ value, label, size = 'small', className }: CopyButtonProps) {
  const { t } = useTranslation();
  const clipboard = useClipboard({ timeout: 1500 });
  const isRead = useReadView();
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  const icon = <Icon size={size === 'chip' ? 14 : 16} stroke={clipboard.copied ? 2 : 1.5} aria-hidden />;
  const copy = (event: SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
    clipboard.copy(value);
  };
  return (
    <>
      <Tooltip label={clipboard.copied ? t('actions.copied') : label}>
        {isRead ? (
          // biome-ignore lint/a11y/useSemanticElements: the fieldset of a form that is only read disables buttons
          <span
            role="button"
            tabIndex={0}
            aria-label={label}
            data-size={size}
            className={`${classes.iconButton} ${className ?? ''}`}
            onClick={copy}
            onKeyDown={(event) => (event.key === 'Enter' || event.key === ' ') && copy(event)}
          >
            {icon}
          </span>
        ) : (
          <IconButton label={label} size={size} tooltip={false} className={className} onClick={copy}>
            {icon}
          </IconButton>
        )}
      </Tooltip>
      <span className="sr-only" role="status">
        {clipboard.copied && t('actions.copied')}
      </span>
    </>
  );
}
