import type { MfaFactor } from '@postern/contracts/experience/sign-in-experience';
import { IconDeviceMobile, IconFingerprint, IconListNumbers, IconMail, IconMessage } from '@tabler/icons-react';
import type { Icon } from '#platform/icon.ts';

export const factorIcons: Record<MfaFactor, Icon> = {
  Totp: IconDeviceMobile,
  WebAuthn: IconFingerprint,
  BackupCode: IconListNumbers,
  EmailVerificationCode: IconMail,
  PhoneVerificationCode: IconMessage,
};
