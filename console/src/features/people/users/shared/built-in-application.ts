import { accountCenterAppId, demoAppId } from '@postern/contracts/wire';
import type { TFunction } from 'i18next';

/** The localized name of a built-in application; undefined for all others. */
export function builtInApplication(t: TFunction, id: string): string | undefined {
  if (id === demoAppId) {
    return t('users.demoApp');
  }
  return id === accountCenterAppId ? t('users.accountCenter') : undefined;
}
