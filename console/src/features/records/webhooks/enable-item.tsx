import { Menu } from '@mantine/core';
import type { Webhook } from '@postern/contracts/records/webhooks';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useEnableWebhook } from './enable.ts';

/** The menu item that switches a webhook on or off. */
export function EnableItem({ hook }: { hook: Webhook }) {
  const { t } = useTranslation();
  const enable = useEnableWebhook();
  const Icon = hook.enabled ? IconPlayerPause : IconPlayerPlay;
  return (
    <Menu.Item leftSection={<Icon size={18} stroke={1.5} />} onClick={() => void enable(hook)}>
      {t(hook.enabled ? 'webhooks.enable.disable' : 'webhooks.enable.enable')}
    </Menu.Item>
  );
}
