import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const key = z.string().min(1).max(512);

const Turnstile = z.strictObject({ type: z.literal('Turnstile'), siteKey: key, secretKey: key });
/** Where Google serves it. A script of any other host could read passwords. */
export const recaptchaDomains = ['www.google.com', 'google.com', 'www.recaptcha.net', 'recaptcha.net'] as const;

/** By a score, or by a box that people check. */
export const recaptchaModes = ['invisible', 'checkbox'] as const;

const recaptchaLooks = { domain: z.enum(recaptchaDomains).optional(), mode: z.enum(recaptchaModes).optional() };

const RecaptchaEnterprise = z.strictObject({
  type: z.literal('RecaptchaEnterprise'),
  siteKey: key,
  secretKey: key,
  /** Becomes part of the URL that is called. */
  projectId: z.string().regex(/^[\d:A-Za-z_.-]{1,128}$/),
  ...recaptchaLooks,
});

export const captchaDifficulties = ['Low', 'Medium', 'High'] as const;

/** Built in: the browser solves a puzzle of this server, without a third party and without cookies. */
const ProofOfWork = z.strictObject({ type: z.literal('ProofOfWork'), difficulty: z.enum(captchaDifficulties) });

export const CaptchaConfig = z.discriminatedUnion('type', [Turnstile, RecaptchaEnterprise, ProofOfWork]);
export type CaptchaConfig = z.infer<typeof CaptchaConfig>;

export const captchaTypes = ['ProofOfWork', 'RecaptchaEnterprise', 'Turnstile'] as const;
export type CaptchaType = (typeof captchaTypes)[number];

/** The public part for the sign-in pages. */
export const PublicCaptchaConfig = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Turnstile'), siteKey: z.string() }),
  z.object({ type: z.literal('RecaptchaEnterprise'), siteKey: z.string(), ...recaptchaLooks }),
  z.object({ type: z.literal('ProofOfWork') }),
]);
export type PublicCaptchaConfig = z.infer<typeof PublicCaptchaConfig>;

export const CaptchaProvider = z.object({
  tenantId: z.string(),
  id: z.string(),
  config: CaptchaConfig,
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type CaptchaProvider = z.infer<typeof CaptchaProvider>;

/** The puzzle of the built-in captcha, in the format of ALTCHA 2. */
export const CaptchaChallenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    expiresAt: z.number(),
  }),
  signature: z.string(),
});
export type CaptchaChallenge = z.infer<typeof CaptchaChallenge>;

/** The `captchaToken` of the built-in captcha is this object as JSON in base64. */
export const CaptchaSolution = z.strictObject({
  challenge: CaptchaChallenge,
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});
export type CaptchaSolution = z.infer<typeof CaptchaSolution>;

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
    withheld: ['secretKey'],
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
  challenge: endpoint({
    auth: { kind: 'none' },
    document: 'experience',
    tag: 'Sign-in',
    method: 'POST',
    path: '/api/experience/captcha-challenge',
    summary: 'Get a puzzle of the built-in captcha. Its solution is a captchaToken that can be used once.',
    response: CaptchaChallenge,
    errors: ['entity.not_found'],
  }),
} as const;
