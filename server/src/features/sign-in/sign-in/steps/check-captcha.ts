import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { captchaConfigOf, verifyCaptchaToken } from '#features/experience/captcha-provider';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { type Captcha, recordCaptchaVerdict, type SignIn, type Started } from '#features/sign-in/interaction';
import { AppError } from '#platform/http/errors';

/** The required captcha; undefined if it is off or not configured. */
const requiredCaptcha = async ({ app, tenantId }: SignIn, { captchaPolicy }: SignInExperience) =>
  captchaPolicy.enabled === true ? captchaConfigOf(app, tenantId) : undefined;

/** The initial captcha state. A sign-in may start without a token because a provider may replace it later. */
export async function checkCaptcha(signIn: SignIn, token: string | undefined): Promise<Captcha> {
  const { app, tenantId } = signIn;
  const config =
    token === undefined ? undefined : await requiredCaptcha(signIn, await getSignInExperience(app, tenantId));
  if (token === undefined || !config) {
    return { verified: false, skipped: false };
  }
  const verdict = await verifyCaptchaToken(app, tenantId, config, token);
  recordCaptchaVerdict(signIn, verdict);
  if (!verdict.success) {
    throw new AppError('session.captcha_failed');
  }
  return { verified: true, skipped: false };
}

/** Called before anything a robot may want: a message, an account, a session. */
export async function requireCaptcha(signIn: Started, experience: SignInExperience): Promise<void> {
  const { verified, skipped } = signIn.state.captcha ?? {};
  if (!verified && !skipped && (await requiredCaptcha(signIn, experience))) {
    throw new AppError('session.captcha_required');
  }
}
