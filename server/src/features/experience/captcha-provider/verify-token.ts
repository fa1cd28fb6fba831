import type { CaptchaConfig } from '@postern/contracts/experience/captcha';
import { z } from 'zod';
import type { App } from '#platform/app';
import { challengeKeyOf } from './challenge-key.ts';
import { checkSolution } from './proof-of-work.ts';
import { recordUse } from './store.ts';

const timeoutMs = 5000;
const maxCharacters = 64 * 1024;
const lowestScore = 0.5;

/** In the format of the audit log. */
export type CaptchaVerdict = { success: boolean; score?: number; errorMessage?: string };

type Question = { url: string; headers: Record<string, string>; body: string };

/** The request to a provider, and how to read its response. */
type Check<Config> = {
  ask(config: Config, token: string): Question;
  read(answer: unknown, config: Config): CaptchaVerdict;
};

/** Codes of a provider are recorded in the audit log; text that does not look like a code is omitted. */
const Code = z.string().regex(/^[\w-]{1,64}$/);

const TurnstileAnswer = z.object({ success: z.boolean(), 'error-codes': z.array(Code).max(20).catch([]) });

const turnstile: Check<Extract<CaptchaConfig, { type: 'Turnstile' }>> = {
  ask: ({ secretKey }, token) => ({
    url: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ secret: secretKey, response: token }).toString(),
  }),
  read(answer) {
    const { success, 'error-codes': codes } = TurnstileAnswer.parse(answer);
    return success ? { success } : { success, errorMessage: codes.join(', ') || 'refused' };
  },
};

const RecaptchaAnswer = z.object({
  tokenProperties: z.object({ valid: z.boolean().default(false), invalidReason: Code.optional().catch(undefined) }),
  riskAnalysis: z.object({ score: z.number().default(0) }).default({ score: 0 }),
});

const recaptcha: Check<Extract<CaptchaConfig, { type: 'RecaptchaEnterprise' }>> = {
  ask: ({ projectId, secretKey, siteKey }, token) => ({
    url: `https://recaptchaenterprise.googleapis.com/v1/projects/${encodeURIComponent(projectId)}/assessments?${new URLSearchParams({ key: secretKey })}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ event: { token, siteKey, expectedAction: 'interaction' } }),
  }),
  read(answer, { mode }) {
    const { tokenProperties, riskAnalysis } = RecaptchaAnswer.parse(answer);
    if (!tokenProperties.valid) {
      return { success: false, errorMessage: tokenProperties.invalidReason ?? 'refused' };
    }
    const { score } = riskAnalysis;
    if (mode === 'checkbox') {
      return { success: true, score };
    }
    return score >= lowestScore ? { success: true, score } : { success: false, score, errorMessage: 'score too low' };
  },
};

async function ask(app: App, { url, headers, body }: Question): Promise<unknown> {
  const response = await app.egress.fetch(url, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`it answered ${response.status}`);
  }
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxCharacters) {
      throw new Error('it answered too much');
    }
  }
  return JSON.parse(text);
}

const failures = 'postern_captcha_failures_total';

/** Why there is no verdict. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError || error instanceof z.ZodError) {
    return 'its answer makes no sense';
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return 'it took too long';
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : 'it cannot be reached';
}

/** Verifies a solution of a puzzle that this server created. Each solution is accepted once, on any node. */
async function verifySolved(app: App, tenantId: string, token: string): Promise<CaptchaVerdict> {
  const key = await challengeKeyOf(app, tenantId);
  const solved = key === undefined ? { reason: 'forged' } : await checkSolution(key, token);
  if ('reason' in solved) {
    return { success: false, errorMessage: solved.reason };
  }
  return (await app.tenancy.write(tenantId, (db) => recordUse(db, solved)))
    ? { success: true }
    : { success: false, errorMessage: 'used before' };
}

/** Verifies a token with the tenant's provider. If the provider is unreachable, the token is rejected. */
export async function verifyCaptchaToken(
  app: App,
  tenantId: string,
  config: CaptchaConfig,
  token: string,
): Promise<CaptchaVerdict> {
  if (config.type === 'ProofOfWork') {
    return verifySolved(app, tenantId, token);
  }
  try {
    return config.type === 'Turnstile'
      ? turnstile.read(await ask(app, turnstile.ask(config, token)), config)
      : recaptcha.read(await ask(app, recaptcha.ask(config, token)), config);
  } catch (error) {
    const reason = reasonOf(error).replaceAll(config.secretKey, '***').slice(0, 200);
    app.metrics.count(failures);
    app.log.warn({ tenantId, provider: config.type, reason }, 'captcha verification failed');
    return { success: false, errorMessage: `the provider gave no verdict: ${reason}` };
  }
}
