import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import i18next from 'i18next';
import classes from './toast-view.module.css';

export type ToastAction = { label: string; run: () => void };

type Toast = { kind: 'success' | 'error'; message: string; note?: string; action?: ToastAction; seconds?: number };

const icons = { success: IconCircleCheck, error: IconAlertCircle };

export function showToast({ kind, message, note, action, seconds }: Toast): void {
  const Icon = icons[kind];
  // The same error of several calls is one toast.
  const id = kind === 'error' ? `error:${message}` : undefined;
  if (id) {
    notifications.hide(id);
  }
  const shown = notifications.show({
    id,
    autoClose: seconds ? seconds * 1000 : kind === 'success' ? 4000 : false,
    icon: <Icon size={20} stroke={1.5} aria-hidden />,
    role: kind === 'error' ? 'alert' : 'status',
    'data-kind': kind,
    closeButtonProps: { 'aria-label': i18next.t('actions.dismiss') },
    message: (
      <span className={classes.row}>
        <span className={classes.text}>
          {message}
          {note && <span className={classes.note}>{note}</span>}
        </span>
        {action && (
          <Button
            variant="quiet"
            size="xs"
            className={classes.action}
            onClick={() => {
              notifications.hide(shown);
              action.run();
            }}
          >
            {action.label}
          </Button>
        )}
      </span>
    ),
  });
}
