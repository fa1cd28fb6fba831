import { notifications } from '@mantine/notifications';
import {
  cloudApiIndicator,
  defaultTenantId,
  managementApiIndicator,
  meApiIndicator,
  scopes,
  tenantOrganizationId,
  tenantScopes,
} from '@postern/contracts/wire';
import { createFakeApi } from '@postern/ui/testing/fake-api.ts';
import { createRoot, type Root } from 'react-dom/client';
import '../platform/theme/styles.ts';
import { expect } from 'vitest';
import { commands, type Locator, userEvent } from 'vitest/browser';
import { features } from '../features/index.ts';
import { App } from '../platform/app.tsx';
import { forgetWrites } from '../platform/client/own-writes.ts';
import { queryClient } from '../platform/client/queries.ts';
import { config } from '../platform/config.ts';
import type { Feature } from '../platform/feature.ts';
import { setUpLanguage } from '../platform/i18n/setup.ts';
import { closePalette } from '../platform/palette/open.ts';
import { writeSession } from '../platform/session/store.ts';
import { storageKeys } from '../platform/storage.ts';
import { answerShell, cloudTenantId } from './answer-shell.ts';

const fake = createFakeApi();

// As in the product, a request that fails is sent again three times, but not seconds later.
const defaults = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retryDelay: 20 } });

/** The API of all screens in this file. */
export const api = {
  ...fake,
  /** Closes the screen, which could still ask, and forgets answers, requests and problems. Returns the problems. */
  reset(): string[] {
    closeScreen();
    return fake.reset();
  },
};

/** After each test: no request was unexpected, and nothing is left for the next test, also if this one fails. */
export function expectNoProblems(): void {
  const problems = [...api.problems];
  api.reset();
  expect(problems).toEqual([]);
}

/** A name or text that contains these words; without this, it must be the same. */
export const has = (words: string) => new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));

const inAnHour = () => Date.now() + 3_600_000;
const tenantId = config.edition === 'oss' ? defaultTenantId : cloudTenantId;
const organization = tenantOrganizationId(tenantId);

type Options = {
  language?: string;
  appearance?: 'light' | 'dark';
  /** The role of the person in the tenant: `reader` in the open-source edition, `billing` or `collaborator` in the cloud. */
  role?: 'admin' | 'reader' | 'billing' | 'collaborator';
  /** Nobody is signed in. */
  isSignedOut?: boolean;
  /** The scopes of the person's token for the tenant, in the cloud edition. */
  tenantScope?: string;
  /** In the cloud edition: the path is not that of a page of the tenant. */
  isOuter?: boolean;
  /** Other tenants of the cloud whose administrator the person is. */
  alsoAdministers?: readonly string[];
  /** What the window has kept in its session storage. */
  kept?: Record<string, string>;
  /** Pages that the product does not have. */
  alsoShows?: Feature;
};

function signIn({ role = 'admin', tenantScope = tenantScopes.join(' '), alsoAdministers = [] }: Options): void {
  const others = alsoAdministers.map(tenantOrganizationId);
  const resources = {
    [managementApiIndicator(defaultTenantId)]: scopes.all,
    [meApiIndicator]: scopes.all,
    [cloudApiIndicator]: `${scopes.createTenant} ${scopes.manageTenantSelf}`,
    [`organization:${organization}`]: tenantScope,
    ...Object.fromEntries(others.map((one) => [`organization:${one}`, tenantScopes.join(' ')])),
  };
  const claims = {
    sub: 'administrator',
    organization_roles: [`${organization}:${role}`, ...others.map((one) => `${one}:admin`)],
  };
  writeSession({
    refreshToken: 'refresh-token',
    idToken: `-.${btoa(JSON.stringify(claims))}.-`,
    accessTokens: Object.fromEntries(
      Object.entries(resources).map(([key, scope]) => [key, { token: 'token', expiresAt: inAnHour(), scope }]),
    ),
  });
}

let root: Root | undefined;

/** Opens a page of the console, as an administrator. In the cloud edition, the path is that in the tenant. */
export async function openScreen(path: string, options: Options = {}): Promise<void> {
  const { language = 'en', appearance } = options;
  closeScreen();
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem(storageKeys.language, language);
  // At once: a request of the screen before that is still under way would begin a sign-in without a session.
  if (!options.isSignedOut) {
    signIn(options);
  }
  await commands.setColorScheme(appearance ?? 'light');
  for (const [key, value] of Object.entries(options.kept ?? {})) {
    sessionStorage.setItem(key, value);
  }
  answerShell(api);
  history.replaceState(null, '', config.edition === 'oss' || options.isOuter ? path : `/${tenantId}${path}`);
  await render(options.alsoShows);
}

/** Loads the current address again, as a reload does: what the browser has stored is still there. */
export async function reloadScreen(): Promise<void> {
  closeScreen();
  await render();
}

async function render(also?: Feature): Promise<void> {
  await setUpLanguage();
  const place = document.createElement('div');
  place.id = 'root';
  document.body.append(place);
  root = createRoot(place);
  root.render(<App features={[...features[config.edition], ...(also ? [also] : [])]} />);
}

function closeScreen(): void {
  root?.unmount();
  root = undefined;
  // Closes a question that a failed test has left open.
  dispatchEvent(new PopStateEvent('popstate'));
  dispatchEvent(new Event('online'));
  notifications.clean();
  closePalette();
  queryClient.clear();
  forgetWrites();
  document.body.replaceChildren();
}

/** Presses keys on an element that has the focus, as a person without a mouse does. */
export async function press(locator: Locator, keys: string): Promise<void> {
  await expect.element(locator).toBeVisible();
  (locator.element() as HTMLElement).focus();
  await userEvent.keyboard(keys);
}

/** Saves the form of the page by its shortcut. */
export const pressSave = () => userEvent.keyboard('{Control>}s{/Control}');
