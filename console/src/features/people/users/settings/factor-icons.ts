import type { UserMfaVerification } from '@postern/contracts/people/user-mfa';
import { IconDeviceMobile, IconFingerprint, IconListNumbers, IconMail, IconMessage } from '@tabler/icons-react';

export const factorIcons = {
  Totp: IconDeviceMobile,
  WebAuthn: IconFingerprint,
  BackupCode: IconListNumbers,
  EmailVerificationCode: IconMail,
  PhoneVerificationCode: IconMessage,
} as const satisfies Record<UserMfaVerification['type'], unknown>;
