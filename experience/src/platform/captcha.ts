import type { PublicCaptchaConfig } from '@postern/contracts/experience/captcha';
import { CallError, captchaMissing } from './client.ts';

type TurnstileOptions = Record<string, unknown> & { callback: (token: string) => void };
type Turnstile = { render(place: Element, options: TurnstileOptions): string; remove(id: string): void };
type Recaptcha = {
  ready(run: () => void): void;
  execute(siteKey: string, about: { action: string }): Promise<string>;
  render(place: Element, options: Record<string, unknown> & { callback: (token: string) => void }): unknown;
};

/** Globals that the providers' scripts define. */
const provided = globalThis as { turnstile?: Turnstile; grecaptcha?: { enterprise?: Recaptcha } };

const waitMs = 20_000;
const missing = () => new CallError({ code: captchaMissing, message: '' });

type Keyed = Exclude<PublicCaptchaConfig, { type: 'ProofOfWork' }>;

function sourceOf(config: Keyed): string {
  if (config.type === 'Turnstile') {
    return 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';
  }
  const { siteKey, domain = 'www.google.com', mode } = config;
  const render = mode === 'checkbox' ? 'explicit' : encodeURIComponent(siteKey);
  return `https://${domain}/recaptcha/enterprise.js?render=${render}`;
}

let loading: Promise<void> | undefined;

/** Loads the provider's script, or starts the built-in captcha. */
export async function prepare(config: PublicCaptchaConfig): Promise<void> {
  await (config.type === 'ProofOfWork' ? (await loadSolver()).prepareSolution() : loadScript(config));
}

/** Most providers do not need it, so it is a separate file. */
const loadSolver = () =>
  import('./proof-of-work.ts').catch(() => {
    throw missing();
  });

/** Loads the provider's script once; after a failure the next call retries. */
function loadScript(config: Keyed): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
    const script = Object.assign(document.createElement('script'), { src: sourceOf(config), async: true, nonce });
    const fail = () => {
      script.remove();
      loading = undefined;
      reject(missing());
    };
    const timer = setTimeout(fail, waitMs);
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      resolve();
    });
    document.head.append(script);
  });
  return loading;
}

/** Above the submit button. */
const addPlace = () =>
  (document.querySelector<HTMLElement>('.captcha') ?? document.body).appendChild(document.createElement('div'));

/** Shows nothing unless the provider requires an interaction; then its box appears. */
function askTurnstile(turnstile: Turnstile, siteKey: string): Promise<string> {
  const place = addPlace();
  const { lang, dataset } = document.documentElement;
  let id: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const asked = new Promise<string>((resolve, reject) => {
    const fail = () => {
      reject(missing());
      // True means handled: the provider then logs no console error.
      return true;
    };
    timer = setTimeout(fail, waitMs);
    id = turnstile.render(place, {
      sitekey: siteKey,
      language: lang.toLowerCase(),
      theme: dataset.theme === 'light' || dataset.theme === 'dark' ? dataset.theme : 'auto',
      size: 'flexible',
      appearance: 'interaction-only',
      'response-field': false,
      callback: resolve,
      'error-callback': fail,
      'timeout-callback': fail,
      'unsupported-callback': fail,
      'before-interactive-callback': () => {
        // There is no timeout while the person interacts.
        clearTimeout(timer);
        place.className = 'captcha-box';
      },
    });
  });
  // A token can be used once, so each request renders a new widget.
  return asked.finally(() => {
    clearTimeout(timer);
    if (id !== undefined) {
      turnstile.remove(id);
    }
    place.remove();
  });
}

function askRecaptcha(recaptcha: Recaptcha, siteKey: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(missing());
    const timer = setTimeout(fail, waitMs);
    recaptcha.ready(() => {
      recaptcha
        .execute(siteKey, { action: 'interaction' })
        .then(resolve, fail)
        .finally(() => clearTimeout(timer));
    });
  });
}

/** Shows a box that the person checks. There is no timeout: the provider may ask for more than that. */
function askByCheckbox(recaptcha: Recaptcha, siteKey: string): Promise<string> {
  const place = addPlace();
  place.className = 'captcha-box';
  return new Promise<string>((resolve, reject) => {
    recaptcha.ready(() =>
      // A token can be used once, so each request renders a new box.
      recaptcha.render(place.appendChild(document.createElement('div')), {
        sitekey: siteKey,
        action: 'interaction',
        theme: document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
        callback: resolve,
        'error-callback': () => reject(missing()),
      }),
    );
  }).finally(() => place.remove());
}

/** Requests a new token from the tenant's captcha provider. */
export async function requestToken(config: PublicCaptchaConfig): Promise<string> {
  if (config.type === 'ProofOfWork') {
    return (await loadSolver()).takeSolution();
  }
  await loadScript(config);
  const { turnstile, grecaptcha } = provided;
  if (config.type === 'Turnstile' && turnstile) {
    return askTurnstile(turnstile, config.siteKey);
  }
  if (config.type === 'RecaptchaEnterprise' && grecaptcha?.enterprise) {
    const ask = config.mode === 'checkbox' ? askByCheckbox : askRecaptcha;
    return ask(grecaptcha.enterprise, config.siteKey);
  }
  loading = undefined;
  throw missing();
}
