import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const key = z.string().min(1).max(512);

const Turnstile = z.strictObject({ type: z.literal('Turnstile'), siteKey: key, secretKey: key });
const RecaptchaEnterprise = z.strictObject({
  type: z.literal('RecaptchaEnterprise'),
  siteKey: key,
  secretKey: key,
  /** Becomes part of the URL that is called. */
  projectId: z.string().regex(/^[\d:A-Za-z_.-]{1,128}$/),
});

export const CaptchaConfig = z.discriminatedUnion('type', [Turnstile, RecaptchaEnterprise]);
export type CaptchaConfig = z.infer<typeof CaptchaConfig>;

export const captchaTypes = ['RecaptchaEnterprise', 'Turnstile'] as const;

/** The public part for the sign-in pages. */
export const PublicCaptchaConfig = z.object({ type: z.enum(captchaTypes), siteKey: z.string() });
export type PublicCaptchaConfig = z.infer<typeof PublicCaptchaConfig>;

export const CaptchaProvider = z.object({
  tenantId: z.string(),
  id: z.string(),
  config: CaptchaConfig,
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type CaptchaProvider = z.infer<typeof CaptchaProvider>;

const common = {
  auth: { kind: 'management' },
  document: 'management',
  tag: 'Captcha provider',
  path: '/api/captcha-provider',
} as const;

export const captchaApi = {
  get: endpoint({
    ...common,
    method: 'GET',
    summary: 'Get the captcha provider.',
    response: CaptchaProvider,
    errors: ['entity.not_found'],
  }),
  save: endpoint({
    ...common,
    method: 'PUT',
    summary: 'Set the captcha provider. A tenant can have only one.',
    body: z.strictObject({ config: CaptchaConfig }),
    response: CaptchaProvider,
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    summary: 'Remove the captcha provider. Sign-in then works without a captcha.',
    errors: ['entity.not_found'],
  }),
} as const;
