import { type Account, accountApi } from '@postern/contracts/account/account';
import { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import { SocialConnectorInfo } from '@postern/contracts/messages/connectors';
import { UserSsoIdentity } from '@postern/contracts/people/user-identities';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { confirmByPassword, valueIn } from '../../testing/account-page.ts';
import { ada, ways } from '../../testing/answer-account.ts';
import { api, endTest, leftFor, method, type Options, openPage, reloadPage } from '../../testing/open-page.tsx';

const acme = sample(SocialConnectorInfo, { id: 'acme', target: 'acme', name: { en: 'Acme' }, platform: 'Web' });
const settings: Options = { experience: { socialConnectors: [acme] } };
const atAcme = 'https://acme.example/authorize';
const linked = { acme: { userId: 'g1', details: { name: 'Grace' } } };
const button = (name: string) => page.getByRole('button', { name });

let account: Account;

beforeEach(() => {
  account = ada();
  api.on(accountApi.get, () => account);
  api.on(accountVerificationsApi.beginSocial, {
    authorizationUri: atAcme,
    verificationRecordId: 'social',
    expiresAt: '2099-01-01T00:00:00Z',
  });
  api.on(accountVerificationsApi.verifySocial, { verificationRecordId: 'social' });
  api.on(accountApi.linkIdentity, () => {
    account = ada({ identities: linked });
    return undefined;
  });
});

afterEach(endTest);

/** Returns from the provider to its callback, which leads back to the page of the account center. */
async function returnWith(answer: string): Promise<void> {
  await expect.poll(() => leftFor().at(-1)).toBe(atAcme);
  const state = api.requestsOf(accountVerificationsApi.beginSocial).at(-1)?.body.state;
  history.replaceState(null, '', `/callback/acme?${answer}&state=${state}`);
  const before = leftFor().length;
  await reloadPage();
  await expect.poll(() => leftFor().length).toBe(before + 1);
  const { pathname, search } = new URL(leftFor().at(-1) ?? '');
  history.replaceState(null, '', pathname + search);
  await reloadPage();
}

test('an account at a provider is linked and unlinked; a refusal and an account of others change nothing', async () => {
  await openPage('/account/linked-accounts', settings);
  await expect.poll(() => valueIn('Acme')).toBe('Not linked');
  await button('Link: Acme').click();
  await confirmByPassword();
  await returnWith('error=access_denied');
  await expect.element(page.getByText('You or Acme canceled the sign-in. Nothing was changed.')).toBeVisible();
  expect(location.search).toBe('');
  await expectToFit();
  await button('Close').click();

  api.on(accountApi.linkIdentity, refuse('user.identity_already_in_use'));
  await button('Link: Acme').click();
  await confirmByPassword();
  await returnWith('code=x');
  await expect.element(page.getByText('This Acme account is already linked to another account.')).toBeVisible();
  await button('Close').click();

  api.on(accountApi.linkIdentity, () => {
    account = ada({ identities: linked });
    return undefined;
  });
  await button('Link: Acme').click();
  await confirmByPassword();
  await returnWith('code=x');
  await expect.element(page.getByText('Acme linked')).toBeVisible();
  await expect.poll(() => valueIn('Acme')).toBe('Grace');

  api.on(accountApi.unlinkIdentity, () => {
    account = ada();
    return undefined;
  });
  await button('Unlink: Acme').click();
  await expect.element(page.getByText(/^You can no longer sign in with this account\./)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
  await confirmByPassword();
  await expect.element(page.getByText('Acme unlinked')).toBeVisible();
});

test('a response that this tab did not ask for is not used', async () => {
  await openPage('/account/linked-accounts?connectorId=acme', settings);
  await expect.element(page.getByText(/does not belong to a sign-in that was started in this tab/)).toBeVisible();
  expect(api.requestsOf(accountApi.linkIdentity)).toEqual([]);
});

test('the only way to sign in cannot be unlinked, nor can accounts of companies; read-only has no button', async () => {
  account = ada({
    identities: linked,
    hasPassword: false,
    primaryEmail: null,
    ssoIdentities: [sample(UserSsoIdentity, { ssoConnectorId: 'fjord', detail: { email: 'ada@fjord.example' } })],
  });
  api.on(accountVerificationsApi.ways, ways({ password: false }));
  const ssoConnectors = [{ id: 'fjord', connectorName: 'Fjord', logo: '' }];
  const experience = {
    ...settings.experience,
    ssoConnectors,
    // The account at the company does not sign in any more.
    singleSignOnEnabled: false,
    signIn: { methods: [method('email', 'code')] },
  };
  await openPage('/account/linked-accounts', { experience });
  await expect.element(page.getByText(/^This is your only way to sign in\./)).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Company accounts' })).toBeVisible();
  await expect.element(page.getByText('ada@fjord.example')).toBeVisible();
  await expect.element(button('Unlink: Acme')).not.toBeInTheDocument();
  await expectToFit();
  await reloadPage({ experience: settings.experience, accountCenter: { fields: { social: 'ReadOnly' } } });
  await expect.poll(() => valueIn('Acme')).toMatch(/^Grace/);
  expect(page.getByRole('main').getByRole('button').elements()).toEqual([]);
});

test('a person without a password and an address chooses a password without a confirmation', async () => {
  account = ada({ identities: linked, hasPassword: false, hasSecurityVerificationMethod: false });
  api.on(accountApi.setPassword, undefined);
  await openPage('/account/sign-in', settings);
  await button('Add: Password').click();
  const dialog = page.getByRole('dialog', { name: 'Choose a password' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill('another sentence nobody guesses');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Password saved')).toBeVisible();
  expect(api.requestsOf(accountApi.setPassword)).toHaveLength(1);
});

test('a person with only a social account confirms who they are at the provider', async () => {
  account = ada({ identities: linked, hasPassword: false });
  api.on(accountVerificationsApi.ways, ways({ password: false, social: [{ connectorId: 'acme', target: 'acme' }] }));
  await openPage('/account/sign-in', settings);
  const start = async () => {
    await button('Add: Password').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm with Acme' }).click();
  };
  await button('Add: Password').click();
  await expect.element(page.getByText(/^Sign in with Acme again\./)).toBeVisible();
  await expectToFit();
  await userEvent.keyboard('{Escape}');
  await start();
  await returnWith('error=access_denied');
  await expect.element(page.getByText(/did not confirm that it is you/)).toBeVisible();
  expect(location.pathname + location.search).toBe('/account/sign-in');

  await start();
  await returnWith('code=x');
  await expect.element(page.getByText('Confirmed. You can make your change now.')).toBeVisible();
  await button('Add: Password').click();
  const dialog = page.getByRole('dialog', { name: 'Choose a password' });
  // A confirmation by another account at the provider.
  api.on(accountApi.setPassword, refuse('verification_record.permission_denied'));
  await dialog.getByRole('textbox', { name: 'Password' }).fill('another sentence nobody guesses');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByText('The confirmation has expired, or it was for another account. Confirm again.'))
    .toBeVisible();
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});
