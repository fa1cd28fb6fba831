import { ConsentInfo, consentApi } from '@postern/contracts/sign-in/consent';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { failWith, refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, endTest, leftFor, openPage } from '../../testing/open-page.tsx';

afterEach(endTest);

const ledgerly = { id: 'ledgerly', name: 'ledgerly-web-eu', displayName: 'Ledgerly' };
const ada = { id: 'ada', username: 'ada', name: 'Ada Lovelace', primaryEmail: 'ada@fjord.example' };
const fjords = (count: number, name = 'Fjord') =>
  Array.from({ length: count }, (_, index) => ({ id: `org-${index + 1}`, name: `${name} ${index + 1}` }));
const asked = (given: Partial<ConsentInfo> = {}) =>
  sample(ConsentInfo, {
    application: { ...ledgerly, termsOfUseUrl: ledgerlyTerms },
    user: { avatar: null, primaryPhone: null, ...ada },
    missingOIDCScope: ['email', 'profile', 'urn:logto:scope:organizations'],
    organizations: fjords(2),
    redirectUri: 'https://app.ledgerly.example/callback',
    ...given,
  });

const ledgerlyTerms = 'https://ledgerly.example/terms';
const next = 'https://app.ledgerly.example/callback?code=x';
const allow = page.getByRole('button', { name: 'Allow' });
const choice = page.getByRole('group', { name: 'Choose organizations' });

test('an application asks for access; organizations are chosen by keyboard, none of them beforehand', async () => {
  await openPage('/consent', { consent: asked() });
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Ledgerly wants to access your account' }))
    .toBeVisible();
  await expect.poll(() => document.title).toBe('Ledgerly wants to access your account');
  const lines = page.getByRole('list', { name: 'Requested access' }).getByRole('listitem').elements();
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/picture.*Ada Lovelace/),
    expect.stringMatching(/email.*ada@fjord/),
    expect.stringMatching(/organizations/),
  ]);
  await expect.element(page.getByText(/^You will return to app\.ledgerly\.example\./)).toBeVisible();
  await expect.element(page.getByRole('link', { name: /terms of use/ })).toHaveAttribute('href', ledgerlyTerms);
  expect(choice.getByRole('checkbox', { checked: true }).elements()).toEqual([]);
  await expectToFit();
  choice
    .getByRole('checkbox', { name: /Fjord 2/ })
    .element()
    .focus();
  await userEvent.keyboard(' ');
  await expect.element(choice.getByText('1 of 2 chosen')).toBeVisible();
  api.on(consentApi.allow, { redirectTo: next });
  allow.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(leftFor).toEqual([next]);
  expect(api.requestsOf(consentApi.allow)[0]?.body).toEqual({ organizationIds: ['org-2'] });
});

test('many organizations can be searched; a lost connection is reported, and two clicks are one request', async () => {
  await openPage('/consent', { consent: asked({ organizations: fjords(30) }) });
  const search = page.getByRole('searchbox', { name: 'Search organizations' });
  await expect.element(search).toBeVisible();
  await expectToFit();
  await search.fill('fjord 3');
  // Enter in the search must not submit the form.
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => choice.getByRole('checkbox').elements().length).toBe(2);
  await choice.getByRole('button', { name: 'Select all' }).click();
  await expect.element(choice.getByText('2 of 30 chosen')).toBeVisible();
  await search.fill('nowhere');
  await expect.element(choice.getByText('No organizations match your search.')).toBeVisible();
  expect(api.requestsOf(consentApi.allow)).toEqual([]);

  api.on(consentApi.allow, failWith(0));
  await allow.click();
  await expect.element(page.getByText(/^No connection to the server\./)).toBeVisible();
  await expectAccessible();
  api.on(consentApi.allow, { redirectTo: next });
  await page.getByRole('button', { name: 'Try again' }).dblClick();
  await expect.poll(leftFor).toEqual([next]);
  expect(api.requestsOf(consentApi.allow)).toHaveLength(2);
});

test('access can be refused', async () => {
  api.on(consentApi.deny, { redirectTo: `${next}&error=access_denied` });
  await openPage('/consent', { consent: asked({ organizations: undefined }) });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(leftFor).toEqual([`${next}&error=access_denied`]);
});

test('a hostile application shows its name as text, in German on a small phone, and both buttons stay in view', async () => {
  const hostile = '<img src=x onerror=alert(1)>';
  const alerted = vi.spyOn(window, 'alert').mockImplementation(() => undefined);
  const bad = { logoUrl: 'javascript:alert(1)', darkLogoUrl: 'data:text/html,x' };
  await openPage('/consent', {
    language: 'de',
    consent: asked({
      application: { ...ledgerly, displayName: hostile, termsOfUseUrl: 'javascript:alert(1)', branding: bad },
      user: { primaryPhone: null, ...ada, avatar: 'javascript:alert(1)' },
      organizations: fjords(2, hostile),
    }),
  });
  await page.viewport(320, 640);
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent(`${hostile} möchte Ihr Konto verwenden`);
  expect(page.getByRole('checkbox', { name: hostile, exact: false }).elements()).toHaveLength(2);
  expect(document.querySelectorAll('main img')).toHaveLength(0);
  await expect.element(page.getByRole('link', { name: /Nutzungsbedingungen/ })).not.toBeInTheDocument();
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  const button = page.getByRole('button', { name: 'Erlauben' });
  const { top, bottom } = button.element().getBoundingClientRect();
  expect([top >= 0, bottom <= window.innerHeight]).toEqual([true, true]);
  await expectAccessible();
  await page.viewport(1440, 900);
  api.on(consentApi.allow, refuse('session.not_found'));
  await button.click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Hier läuft keine Anmeldung' })).toBeVisible();
  expect(alerted).not.toHaveBeenCalled();
});

const refusal = {
  application: ledgerly,
  user: { avatar: null, primaryPhone: null, ...ada },
  switchAccountUri: 'https://login.fjord.example/oidc/auth?prompt=login+consent',
};

test('a person who may not use the application reads who they are, and can use another account or go back', async () => {
  api.on(consentApi.deny, { redirectTo: `${next}&error=access_denied` });
  await openPage('/consent', { refusal });
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'You do not have access to Ledgerly' }))
    .toBeVisible();
  await expect.element(page.getByText('ada@fjord.example')).toBeVisible();
  await expect
    .element(page.getByText(/Ask an administrator to give you access, or use another account\./))
    .toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Use another account' }))
    .toHaveAttribute('href', refusal.switchAccountUri);
  await expect.element(page.getByRole('button', { name: 'Allow' })).not.toBeInTheDocument();
  await expectToFit();
  await expectAccessible();
  await page.getByRole('button', { name: 'Return to the application' }).click();
  await expect.poll(leftFor).toEqual([`${next}&error=access_denied`]);
});

test('a request that cannot be repeated offers no other account', async () => {
  await openPage('/consent', { refusal: { ...refusal, switchAccountUri: undefined } });
  await expect.element(page.getByText(/Ask an administrator to give you access\.$/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Use another account' })).not.toBeInTheDocument();
});

test('without a request there is nothing to consent to', async () => {
  await openPage('/consent');
  await expect.element(page.getByRole('heading', { name: 'No sign-in in progress' })).toBeVisible();
});

test.each([
  ['https://app.claude.example/callback', 'app.claude.example', 'came from this address'],
  ['http://localhost:7777/callback', 'A program on your device', 'started it yourself'],
  ['cursor://oauth/callback', 'A program on your device', 'started it yourself'],
])('an application that registered itself is not verified: %s', async (redirectUri, name, warning) => {
  const application = { id: 'notes', name: 'Postern Security Team', isUnverified: true };
  await openPage('/consent', { consent: asked({ application, redirectUri, organizations: [] }) });
  await expect.element(page.getByText(name, { exact: true }).first()).toBeVisible();
  await expect.element(page.getByText(new RegExp(warning))).toBeVisible();
  await expectToFit();
});
