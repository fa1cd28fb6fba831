import type { FullSignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { Page } from '#platform/http/pages';

type Opening = Pick<Page, 'connect' | 'frames' | 'styles' | 'headers'>;

/** Providers reject pages that send no referrer. */
const sendsReferrer = { 'referrer-policy': 'strict-origin-when-cross-origin' };

/** https://developers.google.com/identity/gsi/web/guides/get-google-api-clientid */
const oneTap: Opening = {
  connect: ['https://accounts.google.com/gsi/'],
  frames: ['https://accounts.google.com/gsi/'],
  styles: ['https://accounts.google.com/gsi/style'],
  headers: { ...sendsReferrer, 'cross-origin-opener-policy': 'same-origin-allow-popups' },
};

type Captcha = NonNullable<FullSignInExperience['captchaConfig']>;

/** https://developers.google.com/recaptcha/docs/faq#im-using-content-security-policy-csp-on-my-website.-how-can-i-configure-it-to-work-with-recaptcha */
const google: Opening = {
  connect: ['https://www.google.com/recaptcha/'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  headers: sendsReferrer,
};

/** Where Google cannot be reached. */
const recaptchaNet: Opening = {
  connect: ['https://www.recaptcha.net/recaptcha/', 'https://recaptcha.net/recaptcha/'],
  frames: ['https://www.recaptcha.net/recaptcha/', 'https://recaptcha.net/recaptcha/'],
  headers: sendsReferrer,
};

const captchas: { [Type in Captcha['type']]: (config: Extract<Captcha, { type: Type }>) => Opening } = {
  /** Needs this server alone. */
  ProofOfWork: () => ({}),
  /** https://developers.cloudflare.com/turnstile/reference/content-security-policy/ */
  Turnstile: () => ({
    connect: ['https://challenges.cloudflare.com'],
    frames: ['https://challenges.cloudflare.com'],
    headers: sendsReferrer,
  }),
  RecaptchaEnterprise: ({ domain = '' }) => (domain.endsWith('recaptcha.net') ? recaptchaNet : google),
};

// The function of a type takes the settings of that type.
const openingOf = (config: Captcha) => (captchas[config.type] as (given: Captcha) => Opening)(config);

/** Origins that the settings need beyond ours; empty if none. Scripts are allowed by the nonce. */
export function openPolicy({ googleOneTap, captchaPolicy, captchaConfig }: FullSignInExperience): Opening {
  const openings = [
    ...(googleOneTap?.isEnabled ? [oneTap] : []),
    ...(captchaPolicy.enabled && captchaConfig ? [openingOf(captchaConfig)] : []),
  ];
  return {
    connect: openings.flatMap(({ connect = [] }) => connect),
    frames: openings.flatMap(({ frames = [] }) => frames),
    styles: openings.flatMap(({ styles = [] }) => styles),
    headers: Object.assign({}, ...openings.map(({ headers }) => headers)),
  };
}
