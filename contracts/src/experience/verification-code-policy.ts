import { z } from 'zod';

/** How long codes are valid, in seconds, and how many attempts they have. Parts that are missing have the default. */
export const VerificationCodePolicy = z.object({
  expirationDuration: z.int().min(60).max(3600).optional(),
  maxRetryAttempts: z.int().min(1).max(100).optional(),
});
export type VerificationCodePolicy = z.infer<typeof VerificationCodePolicy>;

export const defaultCodePolicy: Required<VerificationCodePolicy> = { expirationDuration: 600, maxRetryAttempts: 10 };
