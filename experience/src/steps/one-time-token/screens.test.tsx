import { ConsentInfo } from '@postern/contracts/sign-in/consent';
import { signInApi } from '@postern/contracts/sign-in/sign-in';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, endTest, openPage } from '../../testing/open-page.tsx';

afterEach(endTest);

test.each([
  ['one_time_token.token_consumed', 'The link was already used.'],
  ['one_time_token.token_expired', 'The link has expired.'],
  ['one_time_token.email_mismatch', 'The link is for another email address.'],
  ['one_time_token.token_not_found', 'The link is incomplete or unknown.'],
])('a link that fails with %s is explained and offers another way', async (code, text) => {
  await openPage(`/one-time-token/error?code=${code}&login_hint=ada@fjord.example`);
  await expect.element(page.getByText(text, { exact: false })).toBeVisible();
  const another = page.getByRole('link', { name: 'Sign in another way' });
  await expect.element(another).toBeVisible();
  await expectToFit();
  await another.click();
  await expect.poll(() => location.pathname).toBe('/sign-in');
});

test('a link that is revoked while its sign-in is open says so, and offers another way', async () => {
  api.on(signInApi.newPasswordIdentity, refuse('one_time_token.token_revoked'));
  await openPage('/register');
  await page.getByLabelText('Username').fill('nora');
  await page.getByLabelText('Password', { exact: true }).fill('a sentence nobody guesses');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The link was revoked.', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Sign in another way' })).toBeVisible();
});

test('when another user is signed in, they choose to stay or to switch', async () => {
  const user = sample(ConsentInfo.shape.user, { primaryEmail: 'ada@fjord.example' });
  const switchAccount = { user, stayUri: 'https://app.example.com/' };
  await openPage('/switch-account?login_hint=bea@fjord.example', { switchAccount });
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Which account do you want to use?');
  await expect
    .element(page.getByRole('link', { name: 'Stay with ada@fjord.example' }))
    .toHaveAttribute('href', 'https://app.example.com/');
  await expect
    .element(page.getByRole('link', { name: 'Switch to bea@fjord.example' }))
    .toHaveAttribute('href', expect.stringContaining('/one-time-token'));
  await expectToFit();
});
