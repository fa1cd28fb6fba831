import type { PasswordExpiration } from '@postern/contracts/experience/password-expiration';

export type DatedPassword = {
  /** An administrator has marked it as expired. */
  isPasswordExpired: boolean;
  /** Null for passwords from before it was stored. */
  passwordUpdatedAt: number | null;
  createdAt: number;
};

const dayMs = 86_400_000;
/** The maximum of a Date (ECMA-262 §21.4.1.1). */
const lastTime = 8.64e15;

/** When the password expires by its age. Undefined if passwords do not expire. */
export function passwordExpiryOf(
  policy: PasswordExpiration,
  { passwordUpdatedAt, createdAt }: Omit<DatedPassword, 'isPasswordExpired'>,
): number | undefined {
  return policy.enabled
    ? Math.min(lastTime, (passwordUpdatedAt ?? policy.enabledAt ?? createdAt) + policy.validPeriodDays * dayMs)
    : undefined;
}

/** The mark of an administrator has no effect while the policy is off. */
export function hasPasswordExpired(policy: PasswordExpiration, password: DatedPassword, now = Date.now()): boolean {
  const expiry = passwordExpiryOf(policy, password);
  return expiry !== undefined && (password.isPasswordExpired || now >= expiry);
}
