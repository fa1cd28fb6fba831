import { z } from 'zod';

/** After how many days people must choose a new password. As stored; never is the default. */
export const PasswordExpiration = z.union([
  z.object({
    enabled: z.literal(true),
    validPeriodDays: z.int().min(1),
    /** When it was switched on, in milliseconds since 1970. The server sets it. */
    enabledAt: z.number().optional(),
  }),
  z.object({ enabled: z.literal(false).optional() }),
]);
export type PasswordExpiration = z.infer<typeof PasswordExpiration>;

/** What is left out stays as it is stored; unknown parts are ignored. */
export const SentPasswordExpiration = z.object({
  enabled: z.boolean().optional(),
  validPeriodDays: z.int().min(1).optional(),
});
export type SentPasswordExpiration = z.infer<typeof SentPasswordExpiration>;
