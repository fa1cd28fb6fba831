import type { ApplicationType, CustomClientMetadata } from '@postern/contracts/access/applications';
import { AppError } from '#platform/http/errors';

type Settings = Pick<CustomClientMetadata, 'isDeviceFlow'> | undefined;

export function checkNewDevice(type: ApplicationType, settings: Settings): void {
  if (settings?.isDeviceFlow && type !== 'Native') {
    throw new AppError('application.device_flow_native_only');
  }
}

/** Tokens and devices of the application exist already. The settings are replaced as a whole. */
export function checkDevice(known: Settings, changed: Settings): void {
  if (changed && (changed.isDeviceFlow ?? false) !== (known?.isDeviceFlow ?? false)) {
    throw new AppError('application.device_flow_not_changeable');
  }
}
