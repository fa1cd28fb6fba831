import { applicationCreatorsApi } from '@postern/contracts/access/application-creators';
import {
  Application,
  ApplicationDetails,
  ApplicationSecret,
  applicationsApi,
} from '@postern/contracts/access/applications';
import { authorizationDetailsApi } from '@postern/contracts/access/authorization-details';
import { domainsApi } from '@postern/contracts/access/domains';
import { dynamicClientsApi } from '@postern/contracts/access/dynamic-clients';
import { Resource, ResourceWithScopes, resourcesApi, Scope } from '@postern/contracts/access/resources';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { config } from '../../../platform/config.ts';
import { api, expectNoProblems, openScreen, press } from '../../../testing/open-screen.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  expectNoProblems();
});

const title = (name: string) => page.getByRole('heading', { level: 1, name });
const figure = (file: string) => page.getByRole('figure').filter({ hasText: file }).first();
const dialog = page.getByRole('dialog', { name: 'Create application' });

/** An application that guides can change. */
function answerApplication(given: Partial<ApplicationDetails>): () => ApplicationDetails {
  let application = sample(ApplicationDetails, { id: 'app1', name: 'Bookshop', type: 'SPA', ...given });
  api.on(dynamicClientsApi.getRegistration, refuse('entity.not_found'));
  api.on(applicationsApi.get, () => application);
  api.on(applicationsApi.update, ({ body }) => {
    application = { ...application, ...(body as Partial<ApplicationDetails>) };
    return application;
  });
  api.on(applicationsApi.create, ({ body }) =>
    sample(Application, { ...application, name: body.name, type: body.type }),
  );
  api.on(applicationsApi.list, []);
  api.on(applicationCreatorsApi.list, []);
  api.on(domainsApi.list, []);
  return () => application;
}

test('a framework is found by search and filter, and chosen again after Escape', async () => {
  answerApplication({});
  await openScreen('/applications/create');
  await expect.element(title('Create application')).toBeVisible();
  const popular = page.getByRole('region', { name: 'Popular' }).getByRole('link');
  await expect.poll(() => popular.elements().length).toBe(6);
  const names = [/^Next\.js \(App Router\)/, /React/, /Vue/, /Machine/, /Spring Boot/, /^Protected app/];
  expect(popular.elements().map((link, index) => names[index]?.test(link.textContent ?? ''))).not.toContain(false);
  await expectToFit();

  await userEvent.keyboard('/react');
  const found = page.getByRole('region', { name: 'Frameworks' }).getByRole('link');
  await expect.poll(() => found.elements().length).toBe(2);
  await page.getByRole('button', { name: 'Single-page app' }).click();
  await expect.poll(() => found.elements().length).toBe(1);
  expect(location.search).toMatch(/search=react&category=SPA$/);
  await page.getByRole('searchbox').fill('cobol');
  await expect.element(page.getByRole('heading', { name: 'Nothing matches “cobol”' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();

  const react = page.getByRole('region', { name: 'Popular' }).getByRole('link', { name: /^React/ });
  await press(react, '{Enter}');
  await expect.element(dialog.getByText(/With the guide for React\./)).toBeVisible();
  expect(dialog.getByRole('radio').elements()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await react.click();
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await userEvent.keyboard('Bookshop{Enter}');
  await expect.element(title('React')).toBeVisible();
  expect(location.pathname).toBe('/applications/app1/guide/spa-react');
  expect(api.requestsOf(applicationsApi.create)[0]?.body.type).toBe('SPA');
});

test('a protected application has a card of its own, which says what the server lacks', async () => {
  answerApplication({ type: 'Protected', name: 'Intranet' });
  api.on(applicationsApi.getSystem, { protectedApps: { defaultDomain: 'apps.example.com' } });
  await openScreen('/applications/create?search=website');
  const card = page.getByRole('link', { name: /^Protected app/ });
  await expect.element(card).toMatchTextContent(/Any website, without changes to its code/);
  await card.click();
  await expect.element(dialog.getByRole('textbox', { name: 'Subdomain' })).toBeVisible();
  expect(dialog.getByRole('radio').elements()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(card).toBeVisible();

  onTestFinished(() => {
    config.hasProtectedApps = true;
  });
  config.hasProtectedApps = false;
  await openScreen('/applications/create');
  await expect.element(card).toMatchTextContent(/This server has no domain for protected apps/);
  await expectToFit();
  await card.click();
  await expect.element(dialog.getByRole('note')).toMatchTextContent(/operator sets PROTECTED_APPS_ENDPOINT to/);
  await expect.element(dialog.getByRole('button', { name: 'Create application' })).toBeDisabled();
  expect(dialog.getByRole('textbox', { name: 'Subdomain' }).elements()).toEqual([]);
  await expectAccessible();
});

test('a guide shows samples with the values of the application, and saves redirect URIs', async () => {
  const application = answerApplication({});
  await openScreen('/applications/app1/guide/spa-react');
  await expect.element(figure('src/main.tsx')).toMatchTextContent(`endpoint: '${location.origin}'`);
  await expect.element(figure('src/main.tsx')).toMatchTextContent("appId: 'app1'");
  await expect.element(page.getByText(/speaks the protocol of Logto/)).toBeVisible();
  await expectToFit();
  const redirect = page.getByRole('textbox', { name: 'Redirect URI', exact: true });
  const unsaved = page.getByText('Not saved yet', { exact: true });
  await redirect.fill('bookshop://callback');
  await expect.element(redirect).toHaveAccessibleDescription(/Private schemes are for native apps/);
  await userEvent.keyboard('{Enter}');
  await expectAccessible();
  await expect.element(figure('src/app.tsx')).toMatchTextContent("signIn('http://localhost:5173/callback')");
  await redirect.fill('http://localhost:4173/callback');
  await expect.element(figure('src/app.tsx')).toMatchTextContent("signIn('http://localhost:4173/callback')");
  expect(unsaved.elements()).toHaveLength(2);
  expect(application().oidcClientMetadata.redirectUris).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => unsaved.elements().length).toBe(1);
  await page.getByRole('button', { name: 'Save Post sign-out redirect URI' }).click();
  await expect.poll(() => unsaved.elements().length).toBe(0);
  expect(page.getByText('Saved', { exact: true }).elements()).toHaveLength(2);
  expect(application().oidcClientMetadata).toMatchObject({
    redirectUris: ['http://localhost:4173/callback'],
    postLogoutRedirectUris: ['http://localhost:5173'],
  });

  const contents = page.getByRole('navigation', { name: 'Steps' });
  await contents.getByRole('link', { name: /Call an API/ }).click();
  await expect.element(page.getByRole('heading', { name: /Call an API/ })).toBeInViewport();
  await page.getByRole('link', { name: 'Finish' }).last().click();
  await expect.element(title('Bookshop')).toBeVisible();
  const first = page.getByRole('textbox', { name: 'Redirect URIs, row 1', exact: true });
  await expect.element(first).toHaveValue('http://localhost:4173/callback');
  await page.getByRole('link', { name: 'Set-up guide' }).click();
  await expect.element(redirect).toHaveValue('http://localhost:4173/callback');
  expect(location.pathname).toMatch(/guide\/spa-react$/);
  await expect.poll(() => page.getByText('Saved', { exact: true }).elements().length).toBe(2);
  await page.getByRole('button', { name: 'Other framework' }).click();
  await page.getByRole('menuitem', { name: 'Vue', exact: true }).click();
  await expect.element(title('Vue')).toBeVisible();
  await openScreen('/applications/app1/guide/web-express');
  await expect.element(title('Page not found')).toBeVisible();
});

test('the end of a guide saves the redirect URIs of a new application, which says until then that it has none', async () => {
  const application = answerApplication({});
  await openScreen('/applications/app1/settings');
  const notice = page.getByRole('note').filter({ hasText: 'Nobody can sign in yet' });
  await expect.element(notice).toBeVisible();
  await expectToFit();
  await page.getByRole('link', { name: 'Set-up guide' }).click();
  await page.getByRole('button', { name: 'Save and finish' }).last().click();
  await expect.element(title('Bookshop')).toBeVisible();
  expect(application().oidcClientMetadata).toMatchObject({
    redirectUris: ['http://localhost:5173/callback'],
    postLogoutRedirectUris: ['http://localhost:5173'],
  });
  await expect.element(notice).not.toBeInTheDocument();
});

test('the end of a guide adds nothing to an application that works already, and no address of an example', async () => {
  const works = sample(ApplicationDetails, { type: 'SPA' }).oidcClientMetadata;
  answerApplication({ oidcClientMetadata: { ...works, redirectUris: ['https://shop.example.com/signed-in'] } });
  await openScreen('/applications/app1/guide/spa-react');
  await expect.element(page.getByText('Not saved yet', { exact: true }).first()).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Finish' }).last()).toBeVisible();
  answerApplication({});
  await openScreen('/applications/app1/guide/spa-webflow');
  await expect.element(page.getByText('Not saved yet', { exact: true }).first()).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Finish' }).last()).toBeVisible();
  await page.getByRole('textbox', { name: 'Redirect URI', exact: true }).fill('https://shop.webflow.io/callback');
  await expect.element(page.getByRole('button', { name: 'Save and finish' }).last()).toBeVisible();
});

test('a secret stays hidden but can be copied', async () => {
  const secret = `${'a'.repeat(28)}WXYZ`;
  answerApplication({ type: 'Traditional', name: 'Back office' });
  api.on(applicationsApi.listSecrets, [sample(ApplicationSecret, { name: 'Default secret', value: secret })]);
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openScreen('/applications/app1/guide/web-express');
  const server = figure('server.js');
  await expect.element(server).toMatchTextContent(/appSecret: '•+WXYZ'/);
  expect(document.body.textContent).not.toContain(secret);
  await server.getByRole('button', { name: 'Copy server.js' }).click();
  await expect.poll(() => write.mock.lastCall?.[0]).toContain(`appSecret: '${secret}'`);
  await page.getByRole('button', { name: 'Show App secret' }).click();
  await expect.element(page.getByText(secret)).toBeVisible();
  await expectAccessible();
});

test('a third-party application can skip its guide and open it later', async () => {
  answerApplication({ name: 'Partner', type: 'Traditional', isThirdParty: true });
  api.on(applicationsApi.listSecrets, []);
  await openScreen('/applications/create?category=thirdParty');
  await page.getByRole('link', { name: /^OIDC/ }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Partner');
  await userEvent.keyboard('{Enter}');
  await expect.element(title('Partner')).toBeVisible();
  expect(location.pathname).toMatch(/\/settings$/);
  await page.getByRole('link', { name: 'Set-up guide' }).click();
  await expect.element(title('OIDC')).toBeVisible();
  const permissions = page.getByRole('link', { name: 'Open Permissions' });
  await expect.element(permissions).toHaveAttribute('href', '/applications/app1/permissions');
});

test('an API is created with a guide, whose samples check the first permission', async () => {
  const orders = sample(Resource, { id: 'orders', name: 'Orders', indicator: 'https://api.example.com' });
  api.on(resourcesApi.create, sample(ResourceWithScopes, orders));
  api.on(resourcesApi.get, orders);
  api.on(resourcesApi.listScopes, []);
  api.on(authorizationDetailsApi.list, []);
  await openScreen('/api-resources/create');
  const express = page.getByRole('link', { name: /^Express/ });
  await expect.element(express).toBeVisible();
  await expectToFit();
  await express.click();
  const create = page.getByRole('dialog', { name: 'Create API resource' });
  await create.getByRole('textbox', { name: 'API name' }).fill('Orders');
  await create.getByRole('textbox', { name: 'API identifier' }).fill('https://api.example.com');
  await userEvent.keyboard('{Enter}');
  await expect.element(title('Express')).toBeVisible();
  await expect.element(figure('require-scope.js')).toMatchTextContent("audience: 'https://api.example.com'");
  api.on(resourcesApi.listScopes, [sample(Scope, { id: 'write', resourceId: 'orders', name: 'write:orders' })]);
  await page.getByRole('link', { name: 'Finish' }).first().click();
  await expect.element(title('Orders')).toBeVisible();
  const guide = page.getByRole('link', { name: 'Set-up guide' });
  await expect.element(guide).toHaveAttribute('href', '/api-resources/orders/guide/api-express');
  await openScreen('/api-resources/orders/guide/api-express');
  await expect.element(figure('server.js')).toMatchTextContent("requireScope('write:orders')");
});
