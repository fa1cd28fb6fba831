import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const defaultTrustedDays = 30;
export const maxTrustedDays = 365;

/** Scores from these on count as medium or high. Lower ones are always allowed. */
export const riskThresholds = { medium: 40, high: 70 } as const;
export type RiskLevel = keyof typeof riskThresholds;

/** What happens with a risky sign-in. */
export const riskActions = ['allow', 'askFactor', 'refuse'] as const;
export const RiskAction = z.enum(riskActions);
export type RiskAction = z.infer<typeof RiskAction>;

/** Why a sign-in is risky. */
export const riskReasons = [
  'newDevice',
  'impossibleTravel',
  'leakedPassword',
  'manyFailures',
  'networkFailures',
] as const;
export const RiskReason = z.enum(riskReasons);
export type RiskReason = z.infer<typeof RiskReason>;

/** The points of each reason. Their sum is the score; 100 is the maximum. */
export const riskPoints: Record<RiskReason, number> = {
  newDevice: 30,
  impossibleTravel: 40,
  leakedPassword: 40,
  manyFailures: 30,
  networkFailures: 20,
};

/** In the log entry of the last step of a sign-in. */
export const RiskReport = z.object({
  score: z.int().min(0).max(100),
  level: z.enum(['low', 'medium', 'high']),
  reasons: z.array(RiskReason),
  /** What the policy says about this level. */
  action: RiskAction,
});
export type RiskReport = z.infer<typeof RiskReport>;

const TrustedDevicePolicy = z.object({
  /** Whether people can choose not to be asked for their second factor in a browser. */
  enabled: z.boolean(),
  /** For how long. Lowering it also applies to devices that are trusted already. */
  days: z.int().min(1).max(maxTrustedDays),
});

const RiskPolicy = z.object({ medium: RiskAction, high: RiskAction });

/** How sign-ins are protected beyond the second factors. */
export const SignInProtection = z.object({
  trustedDevices: TrustedDevicePolicy,
  /** Whether people get an email about a sign-in from a new device. Null: yes, if there is an email connector. */
  newDeviceEmail: z.boolean().nullable(),
  risk: RiskPolicy,
});
export type SignInProtection = z.infer<typeof SignInProtection>;

const common = {
  auth: { kind: 'management' },
  document: 'management',
  tag: 'Sign-in protection',
  path: '/api/sign-in-protection',
} as const;

export const signInProtectionApi = {
  get: endpoint({
    ...common,
    method: 'GET',
    summary: 'Get the settings for trusted devices, emails about new devices, and risky sign-ins.',
    response: SignInProtection,
  }),
  update: endpoint({
    ...common,
    method: 'PATCH',
    summary: 'Change the settings for trusted devices, emails about new devices, and risky sign-ins.',
    body: z.strictObject({
      trustedDevices: TrustedDevicePolicy.strict().optional(),
      newDeviceEmail: z.boolean().nullable().optional(),
      risk: RiskPolicy.strict().optional(),
    }),
    response: SignInProtection,
  }),
} as const;
