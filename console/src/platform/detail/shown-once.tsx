import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './shown-once.module.css';

type ShownOnceProps = {
  label: string;
  value: string;
  copy: string;
  /** Says that the value cannot be shown again. */
  note: string;
  /** Short values are read aloud or typed, so they are large. */
  isShort?: boolean;
};

/** A secret in a dialog that is shown only now, with a button that copies it. */
export function ShownOnce({ label, value, copy, note, isShort = false }: ShownOnceProps) {
  const { t } = useTranslation();
  const labelId = useId();
  const clipboard = useClipboard({ timeout: 2000 });
  const button = useRef<HTMLButtonElement>(null);
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  // It may replace a form in an open dialog, whose button had the focus.
  useEffect(() => button.current?.focus(), []);
  return (
    <div>
      <div id={labelId} className={classes.label}>
        {label}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out like the other labels */}
      <div className={classes.value} data-short={isShort || undefined} role="group" aria-labelledby={labelId}>
        <code>{value}</code>
        <Button
          ref={button}
          variant="default"
          size="xs"
          leftSection={<Icon size={16} stroke={clipboard.copied ? 2 : 1.5} aria-hidden />}
          onClick={() => clipboard.copy(value)}
          data-autofocus
        >
          {clipboard.copied ? t('actions.copied') : copy}
        </Button>
      </div>
      <p className={classes.once}>
        <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
        {note}
      </p>
      <span className="sr-only" role="status">
        {clipboard.copied && t('actions.copied')}
      </span>
    </div>
  );
}
