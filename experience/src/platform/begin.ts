import type { InteractionEvent } from '@postern/contracts/sign-in/sign-in';
import { CallError, call, captchaMissing } from './client.ts';
import { readSettings } from './settings.ts';

function demandedCaptcha() {
  const { experience, previewOrigin } = readSettings();
  // In the console's preview there is nobody to sign in.
  return experience.captchaPolicy.enabled && !previewOrigin ? experience.captchaConfig : undefined;
}

/** Few tenants want it, so it is a file of its own. */
const load = () =>
  import('./captcha.ts').catch(() => {
    throw new CallError({ code: captchaMissing, message: '' });
  });

/** Fetches what the provider needs while the form is still being filled in. */
export function prepareCaptcha(): void {
  const config = demandedCaptcha();
  if (config) {
    // Whether it came is told when it is needed; then it is fetched once more.
    load()
      .then(({ prepare }) => prepare(config))
      .catch(() => undefined);
  }
}

/**
 * The first call of every flow in which people say themselves who they are. Where a provider or a one-time token vouches
 * for them, no captcha is asked.
 */
export async function begin(interactionEvent: InteractionEvent): Promise<void> {
  const config = demandedCaptcha();
  const captchaToken = config && (await (await load()).requestToken(config));
  await call('start', { interactionEvent, ...(captchaToken ? { captchaToken } : {}) });
}
