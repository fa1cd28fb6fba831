import type { UserMfaVerification } from '@postern/contracts/people/user-mfa';
import type { StoredFactor } from './mfa.store.ts';

/** The public part of a factor, never its secret. */
export function showFactor(factor: StoredFactor): UserMfaVerification {
  const { id, createdAt, type } = factor;
  if (type === 'WebAuthn') {
    return { id, createdAt, type, agent: factor.agent, name: factor.name };
  }
  return type === 'BackupCode'
    ? { id, createdAt, type, remainCodes: factor.codes.filter(({ usedAt }) => !usedAt).length }
    : { id, createdAt, type };
}
