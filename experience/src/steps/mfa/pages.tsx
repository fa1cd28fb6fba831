import type { FactorWay } from '../../platform/draft.ts';
import type { Route } from '../../platform/router.ts';
import { BindAppPage } from './bind-app.tsx';
import { BindBackupCodesPage } from './bind-backup-codes.tsx';
import { BindEmailPage, BindPhonePage } from './bind-code.tsx';
import { BindPasskeyPage } from './bind-passkey.tsx';
import { BindListPage, VerifyListPage } from './list-pages.tsx';
import { VerifyAppPage, VerifyBackupCodePage, VerifyPasskeyPage, VerifyTemporaryCodePage } from './verify-pages.tsx';
import { VerifyEmailPage, VerifyPhonePage } from './verify-sent-code.tsx';

export { OfferPage } from './offer-page.tsx';
export { OnboardingPage } from './onboarding-page.tsx';

const binding: Record<FactorWay, Route['Page']> = {
  Totp: BindAppPage,
  WebAuthn: BindPasskeyPage,
  BackupCode: BindBackupCodesPage,
  EmailVerificationCode: BindEmailPage,
  PhoneVerificationCode: BindPhonePage,
  // Only an administrator issues temporary codes.
  TemporaryCode: BindListPage,
};

const verification: Record<FactorWay, Route['Page']> = {
  Totp: VerifyAppPage,
  WebAuthn: VerifyPasskeyPage,
  BackupCode: VerifyBackupCodePage,
  EmailVerificationCode: VerifyEmailPage,
  PhoneVerificationCode: VerifyPhonePage,
  TemporaryCode: VerifyTemporaryCodePage,
};

export const pages = {
  bind: { list: BindListPage, of: (way: FactorWay) => binding[way] },
  verify: { list: VerifyListPage, of: (way: FactorWay) => verification[way] },
};
