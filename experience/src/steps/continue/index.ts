import type { MissingProfile } from '@postern/contracts/sign-in/sign-in';
import { lazyPage } from '../../parts/lazy-page.tsx';
import type { CallError } from '../../platform/client.ts';
import type { Step } from '../../platform/router.ts';

/** Few sign-ins lack data: all these pages share one separate chunk. */
const load = () => import('./pages.tsx');

const words: Record<MissingProfile, string> = {
  username: 'username',
  email: 'email',
  phone: 'phone',
  emailOrPhone: 'emailOrPhone',
  password: 'password',
  extraProfile: 'extra-profile',
};

function isKnown(name: unknown): name is MissingProfile {
  return typeof name === 'string' && Object.hasOwn(words, name);
}

/** The page for the first missing item; the server names the next one afterwards. */
export function pathForMissing({ data }: Pick<CallError, 'data'>): string | undefined {
  const missing: unknown =
    typeof data === 'object' && data !== null && 'missingProfile' in data ? data.missingProfile : undefined;
  const first = Array.isArray(missing) ? missing.find(isKnown) : undefined;
  return first && `/continue/${words[first]}`;
}

export const continueSignIn: Step = {
  routes: [
    { path: '/continue/username', Page: lazyPage(async () => (await load()).UsernamePage) },
    { path: '/continue/email', Page: lazyPage(async () => (await load()).EmailPage) },
    { path: '/continue/phone', Page: lazyPage(async () => (await load()).PhonePage) },
    { path: '/continue/emailOrPhone', Page: lazyPage(async () => (await load()).EmailOrPhonePage) },
    { path: '/continue/password', Page: lazyPage(async () => (await load()).PasswordPage) },
    { path: '/continue/extra-profile', Page: lazyPage(async () => (await load()).ExtraProfilePage) },
  ],
  takes: { 'user.missing_profile': pathForMissing },
};
