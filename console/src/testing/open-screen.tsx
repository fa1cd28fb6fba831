import {
  cloudApiIndicator,
  defaultTenantId,
  managementApiIndicator,
  meApiIndicator,
  scopes,
} from '@postern/contracts/wire';
import { createRoot, type Root } from 'react-dom/client';
import '../platform/theme/styles.ts';
import { features } from '../features/index.ts';
import { App } from '../platform/app.tsx';
import { queryClient } from '../platform/client/queries.ts';
import { setUpLanguage } from '../platform/i18n/setup.ts';
import { writeSession } from '../platform/session/store.ts';
import { storageKeys } from '../platform/storage.ts';
import { answerShell } from './answer-shell.ts';
import { createFakeApi } from './fake-api.ts';

/** The API of all screens in this file. */
export const api = createFakeApi();

const inAnHour = () => Date.now() + 3_600_000;

function signIn(): void {
  const resources = [managementApiIndicator(defaultTenantId), meApiIndicator, cloudApiIndicator];
  const token = { token: 'token', expiresAt: inAnHour(), scope: scopes.all };
  writeSession({
    refreshToken: 'refresh-token',
    idToken: `-.${btoa(JSON.stringify({ sub: 'administrator', organization_roles: [] }))}.-`,
    accessTokens: Object.fromEntries(resources.map((resource) => [resource, token])),
  });
}

let root: Root | undefined;

type Options = { language?: string; appearance?: 'light' | 'dark' };

/** Opens a page of the console, as the first administrator of the open-source edition. */
export async function openScreen(path: string, { language = 'en', appearance = 'light' }: Options = {}): Promise<void> {
  closeScreen();
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem(storageKeys.language, language);
  localStorage.setItem(storageKeys.appearance, appearance);
  signIn();
  answerShell(api);
  history.replaceState(null, '', path);
  await setUpLanguage();
  const place = document.createElement('div');
  place.id = 'root';
  document.body.append(place);
  root = createRoot(place);
  root.render(<App features={features.oss} />);
}

function closeScreen(): void {
  root?.unmount();
  root = undefined;
  queryClient.clear();
  document.body.replaceChildren();
}
