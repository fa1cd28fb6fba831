import { Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.tsx';

type CopyButtonProps = { value: string; label: string; size?: 'small' | 'chip'; className?: string };

/** Copies a value and confirms it in the icon, in the tooltip and to screen readers. */
export function CopyButton({ value, label, size = 'small', className }: CopyButtonProps) {
  const { t } = useTranslation();
  const clipboard = useClipboard({ timeout: 1500 });
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  return (
    <>
      <Tooltip label={clipboard.copied ? t('actions.copied') : label}>
        <IconButton
          label={label}
          size={size}
          tooltip={false}
          className={className}
          onClick={(event) => {
            event.preventDefault();
            event.stopPropagation();
            clipboard.copy(value);
          }}
        >
          <Icon size={size === 'chip' ? 14 : 16} stroke={clipboard.copied ? 2 : 1.5} aria-hidden />
        </IconButton>
      </Tooltip>
      <span className="sr-only" role="status">
        {clipboard.copied && t('actions.copied')}
      </span>
    </>
  );
}
