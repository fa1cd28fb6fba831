import { Application, applicationsApi } from '@postern/contracts/access/applications';
import { meApi } from '@postern/contracts/account/me';
import { meSecondFactorsApi } from '@postern/contracts/account/me-security';
import { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { usersApi } from '@postern/contracts/people/users';
import { auditApi, Log } from '@postern/contracts/records/audit';
import { defaultBrandColor } from '@postern/contracts/wire';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api, openScreen } from '../../../testing/open-screen.tsx';

afterEach(() => {
  expect(api.reset()).toEqual([]);
});

const main = page.getByRole('main');
const step = (text: string) => main.getByRole('listitem').filter({ hasText: text });
const href = (expected: RegExp) => expect.stringMatching(expected);

const log = (payload: Partial<Log['payload']>) =>
  sample(Log, { payload: { key: 'ExchangeTokenBy.AuthorizationCode', result: 'Success', ...payload } });

test('Get started shows the next steps, and ticks off what is done', async () => {
  api.on(applicationsApi.list, []);
  api.on(auditApi.list, []);
  api.on(usersApi.list, []);
  api.on(connectorsApi.list, []);
  const color = { primaryColor: defaultBrandColor, isDarkModeEnabled: true, darkPrimaryColor: defaultBrandColor };
  api.on(signInExperienceApi.get, sample(SignInExperience, { color }));
  await openScreen('/get-started');
  await expect.element(main.getByText('0 of 4 done')).toBeVisible();
  await expectToFit();
  await expect.element(step('Sign in once').getByRole('link')).toHaveAttribute('href', href(/\/demo-app$/));
  await expect
    .element(step('Add sign-in to an application').getByRole('link', { name: 'Create' }))
    .toHaveAttribute('href', href(/\/applications\/create$/));
  await expect
    .element(step('Connect email or SMS').getByRole('link', { name: 'Connect' }))
    .toHaveAttribute('href', href(/\/connectors\/passwordless$/));
  await expect
    .element(main.getByRole('link', { name: 'All API guides' }))
    .toHaveAttribute('href', href(/\/api-resources\/create$/));
  await expect
    .element(main.getByRole('link', { name: /^Next\.js \(App Router\)/ }))
    .toHaveAttribute('href', href(/\/applications\/create\?guide=web-next-app-router$/));

  const own = { ...color, primaryColor: '#B54708' };
  api.on(signInExperienceApi.get, sample(SignInExperience, { color: own }));
  await openScreen('/get-started');
  await expect.element(main.getByText('1 of 4 done')).toBeVisible();
});

test('an application is done when somebody signed in to it, not when it was created', async () => {
  const { oidcClientMetadata: oidc } = sample(Application, {});
  const shop = { id: 'shop', name: 'Shop', type: 'SPA' } as const;
  const machine = sample(Application, { id: 'feed', name: 'Feed', type: 'MachineToMachine' });
  api.on(applicationsApi.list, [machine, sample(Application, shop)]);
  api.on(auditApi.list, [log({ applicationId: 'demo-app' }), log({ applicationId: 'shop', result: 'Error' })]);
  api.on(usersApi.list, []);
  api.on(connectorsApi.list, []);
  api.on(signInExperienceApi.get, sample(SignInExperience, {}));
  await openScreen('/get-started');
  const own = step('Add sign-in to an application');
  await expect.element(own.getByText('Shop has no redirect URI, so nobody can sign in to it yet.')).toBeVisible();
  await expect
    .element(own.getByRole('link', { name: 'Open guide' }))
    .toHaveAttribute('href', href(/\/applications\/shop\/guide\/spa-react$/));
  await expectToFit();

  const redirected = { ...oidc, redirectUris: ['https://shop.example.com/callback'] };
  api.on(applicationsApi.list, [sample(Application, { ...shop, oidcClientMetadata: redirected })]);
  await openScreen('/get-started');
  await expect.element(own.getByText('Shop is waiting for its first sign-in.')).toBeVisible();

  api.on(auditApi.list, [log({ applicationId: 'shop' })]);
  await openScreen('/get-started');
  await expect.element(own.getByText('(done)')).toBeInTheDocument();
  await expect.element(own.getByRole('link')).not.toBeInTheDocument();
});

test('a second factor is recommended to people without one, until they dismiss it', async () => {
  api.on(applicationsApi.list, []);
  api.on(auditApi.list, []);
  api.on(usersApi.list, []);
  api.on(connectorsApi.list, []);
  api.on(signInExperienceApi.get, sample(SignInExperience));
  api.on(meSecondFactorsApi.list, []);
  api.on(meApi.patchCustomData, {});
  await openScreen('/get-started');
  const card = main.getByRole('region', { name: 'Second factor for this console' });
  await expect
    .element(card.getByRole('link', { name: 'Set up in your profile' }))
    .toHaveAttribute('href', href(/\/profile$/));
  await expectAccessible();
  await expectToFit();
  await card.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(card).not.toBeInTheDocument();
  expect(api.requestsOf(meApi.patchCustomData)[0]?.body).toEqual({
    adminConsolePreferences: { secondFactorCardDismissed: true },
  });
});
