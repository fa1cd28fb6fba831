import type { InteractionEvent } from '@postern/contracts/sign-in/sign-in';
import { CallError, call, captchaMissing } from './client.ts';
import { readSettings } from './settings.ts';

function demandedCaptcha() {
  const { experience, previewOrigin } = readSettings();
  // The console's preview never signs in.
  return experience.captchaPolicy.enabled && !previewOrigin ? experience.captchaConfig : undefined;
}

/** Whether the form shows what the built-in captcha is doing. */
export const showsCaptchaStatus = () => demandedCaptcha()?.type === 'ProofOfWork';

/** Few tenants use a captcha, so it is a separate chunk. */
const load = () =>
  import('./captcha.ts').catch(() => {
    throw new CallError({ code: captchaMissing, message: '' });
  });

/** Loads the provider's script while the person fills in the form. */
export function prepareCaptcha(): void {
  const config = demandedCaptcha();
  if (config) {
    // A failure is reported when the captcha is needed; it is then loaded again.
    load()
      .then(({ prepare }) => prepare(config))
      .catch(() => undefined);
  }
}

let earlier: Promise<unknown> = Promise.resolve();

/** A flow that the page starts by itself. If it started later than one of a person, it would end theirs. */
export function beginInBackground<Value>(flow: Promise<Value>): Promise<Value> {
  earlier = flow.catch(() => undefined);
  return flow;
}

/**
 * The first call of every flow in which people enter an identifier themselves. Flows that start with a provider or a
 * one-time token need no captcha.
 */
export async function begin(interactionEvent: InteractionEvent): Promise<void> {
  await earlier;
  const config = demandedCaptcha();
  const captchaToken = config && (await (await load()).requestToken(config));
  await call('start', { interactionEvent, ...(captchaToken ? { captchaToken } : {}) });
}
