import type { Device } from '@postern/contracts/people/user-sessions';
import {
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconDeviceTv,
  IconDeviceUnknown,
  IconRobot,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Icon } from '#platform/feature.ts';

const icons: Record<Device['kind'], Icon> = {
  desktop: IconDeviceDesktop,
  mobile: IconDeviceMobile,
  tablet: IconDeviceTablet,
  tv: IconDeviceTv,
  bot: IconRobot,
  unknown: IconDeviceUnknown,
};

export function DeviceIcon({ kind }: Pick<Device, 'kind'>) {
  const Icon = icons[kind];
  return <Icon size={20} stroke={1.5} aria-hidden />;
}

/** `Firefox 140 on Linux`, or the known parts of it. */
export function useDeviceName(): (device: Device) => string {
  const { t } = useTranslation();
  return ({ kind, browser, os }) => {
    if (browser && os) {
      return t('userSessions.device.named', { browser, os });
    }
    return browser ?? os ?? t(`userSessions.device.kinds.${kind}`);
  };
}
