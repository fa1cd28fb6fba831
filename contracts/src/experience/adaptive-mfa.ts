import { z } from 'zod';
import { JsonObject } from '../fields.ts';

/** A second factor is requested only if a rule says that the sign-in is unusual. */
export const AdaptiveMfa = z.object({ enabled: z.boolean().optional() });
export type AdaptiveMfa = z.infer<typeof AdaptiveMfa>;

export const adaptiveRules = ['new_country', 'geo_velocity', 'long_inactivity', 'untrusted_ip'] as const;
export type AdaptiveRule = (typeof adaptiveRules)[number];

/** In the log entry of the last step of a sign-in, and in the webhook. */
export const AdaptiveMfaResult = z.object({
  requiresMfa: z.boolean(),
  triggeredRules: z.array(z.object({ rule: z.enum(adaptiveRules), details: JsonObject })),
});
export type AdaptiveMfaResult = z.infer<typeof AdaptiveMfaResult>;
