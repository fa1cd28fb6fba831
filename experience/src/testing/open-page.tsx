import { brandStyles, themeOf } from '@postern/contracts/brand';
import { directionOf } from '@postern/contracts/choose-language';
import { FullSignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { defaultUsernamePolicy } from '@postern/contracts/experience/username-policy';
import type { EmbeddedAccountSettings } from '@postern/contracts/sign-in/pages';
import { accountCenterAppId, supportedLanguages } from '@postern/contracts/wire';
import { createFakeApi } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import type { Root } from 'react-dom/client';
import { expect, vi } from 'vitest';
import { commands } from 'vitest/browser';
import * as accountCenter from '../account/main.tsx';
import * as signInPages from '../main.tsx';
import * as setupPortal from '../setup/main.tsx';
import { answerAccount } from './answer-account.ts';
import { answerSignIn } from './answer-sign-in.ts';

/** The API of all pages in this file. */
export const api = createFakeApi();

/** A way to sign in, as the settings of the tenant have it. */
export const method = (
  identifier: 'username' | 'email' | 'phone',
  how: 'password' | 'code' | 'both',
  isPasswordPrimary = true,
) => ({ identifier, password: how !== 'code', verificationCode: how !== 'password', isPasswordPrimary });

type Settings = EmbeddedAccountSettings;

export type Options = Partial<Omit<Settings, 'experience' | 'accountCenter'>> & {
  /** What differs from the settings of a new tenant. */
  experience?: Partial<FullSignInExperience>;
  accountCenter?: Partial<Settings['accountCenter']>;
  appearance?: 'light' | 'dark';
  /** Whether this tab has tokens for the account center; it has, unless a test says otherwise. */
  isSignedIn?: boolean;
  /** Of the ID token of the account center. */
  claims?: Record<string, unknown>;
};

const newTenant: Partial<FullSignInExperience> = {
  tenantId: 'default',
  id: 'default',
  color: { primaryColor: '#0e6b5c', darkPrimaryColor: '#43bba2', isDarkModeEnabled: true },
  languageInfo: { autoDetect: true, fallbackLanguage: 'en' },
  signInMode: 'SignInAndRegister',
  agreeToTermsPolicy: 'Automatic',
  signUp: { identifiers: ['username'], password: true, verify: false, secondaryIdentifiers: [] },
  usernamePolicy: defaultUsernamePolicy,
  verificationCodePolicy: {},
  passwordExpiration: {},
  hideLogtoBranding: false,
  customUiCsp: {},
  signUpProfileFields: [],
  signIn: { methods: [method('username', 'password')] },
  mfa: { factors: [], policy: 'NoPrompt' },
  forgotPassword: { email: true, phone: true },
};

const editable = ['name', 'avatar', 'profile', 'email', 'phone', 'password', 'username', 'social', 'customData', 'mfa'];

/** The settings that the server puts into the HTML of a page. */
function settingsOf({ experience, accountCenter: center, ...rest }: Options): Settings {
  const { appearance: _appearance, isSignedIn: _isSignedIn, claims: _claims, ...others } = rest;
  return {
    experience: sample(FullSignInExperience, { ...newTenant, ...experience }),
    language: 'en',
    languages: [...supportedLanguages],
    accountCenter: {
      enabled: true,
      fields: Object.fromEntries(editable.map((field) => [field, 'Edit'])),
      ...center,
    },
    ...others,
  };
}

function putIntoHead(settings: Settings): void {
  const { language, experience } = settings;
  const add = (tag: string, id: string, text: string) =>
    document.head.append(
      Object.assign(document.createElement(tag), { id, textContent: text }, tag === 'script' && { type: 'text/plain' }),
    );
  for (const id of ['postern-settings', 'postern-brand', 'postern-custom-css']) {
    document.getElementById(id)?.remove();
  }
  add('script', 'postern-settings', JSON.stringify(settings));
  add('style', 'postern-brand', brandStyles(experience.color));
  add('style', 'postern-custom-css', experience.customCss ?? '');
  Object.assign(document.documentElement, { lang: language, dir: directionOf(language) });
  document.documentElement.dataset.theme = themeOf(experience.color);
}

const appOf = (path: string) => {
  if (/^\/(account|invitation)(\/|$)/.test(path)) {
    return accountCenter;
  }
  return path.startsWith('/setup/') ? setupPortal : signInPages;
};

let root: Root | undefined;
let shown: Options = {};
const left: string[] = [];

/**
 * Addresses that the page left for, the latest last. The tests stay here. A reload is the address of the page itself. A
 * test waits for the end of what it has started, so that it does not leave in the next one.
 */
export const leftFor = (): readonly string[] => left;

navigation.addEventListener('navigate', (event) => {
  if (event.cancelable && !event.destination.sameDocument) {
    event.preventDefault();
    left.push(event.destination.url);
  }
});

/** Opens one of the hosted pages in a new tab: a sign-in page, the account center, or the set-up portal. */
export async function openPage(path: string, options: Options = {}): Promise<void> {
  close();
  localStorage.clear();
  sessionStorage.clear();
  left.length = 0;
  answerSignIn(api);
  answerAccount(api);
  await commands.setColorScheme(options.appearance ?? 'light');
  if (options.isSignedIn ?? true) {
    const session = { idToken: 'id-token', claims: options.claims ?? { sub: 'ada' }, accessToken: 'token' };
    sessionStorage.setItem(`postern:${accountCenterAppId}:session`, JSON.stringify(session));
  }
  history.replaceState(null, '', path);
  await show(options);
}

/** For `afterEach`: fails a test whose requests or answers were not of the contract, and leaves nothing behind. */
export function endTest(): void {
  const problems = [...api.problems];
  api.reset();
  vi.restoreAllMocks();
  vi.useRealTimers();
  expect(problems).toEqual([]);
}

/** Loads the current page again, with what this tab remembers. */
export async function reloadPage(changes: Options = {}): Promise<void> {
  close();
  await show({ ...shown, ...changes });
}

async function show(options: Options): Promise<void> {
  shown = options;
  putIntoHead(settingsOf(options));
  const place = document.createElement('div');
  document.body.append(place);
  root = await appOf(location.pathname).open(place);
}

function close(): void {
  root?.unmount();
  root = undefined;
  document.body.replaceChildren();
}
