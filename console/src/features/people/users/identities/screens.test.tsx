import { Connector, connectorsApi } from '@postern/contracts/messages/connectors';
import { SocialTokenSecret, secretsApi } from '@postern/contracts/people/secrets';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { failWith, refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerUser } from '../../../../testing/answer-user.ts';
import { api, expectNoProblems, has, openScreen } from '../../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

const dialog = page.getByRole('dialog');
const storage = page.getByRole('region', { name: 'Token storage' });
const acme = sample(Connector, {
  id: 'acme',
  type: 'Social',
  target: 'acme',
  platform: 'Universal',
  name: { en: 'Acme' },
  enableTokenStorage: true,
});
const grace = { userId: 'g1', details: { email: 'grace@fjord.example' } };

/** A user whose only account is the one at this provider. */
function answerIdentity(target: string, identity: typeof grace | { userId: string }): void {
  answerUser(api, { username: null, name: 'Grace', identities: { [target]: identity } });
  api.on(userIdentitiesApi.listAll, { socialIdentities: [{ target, identity }], ssoIdentities: [] });
  api.on(userIdentitiesApi.get, { identity });
}

test('an account shows its data and when its stored tokens expired, and they are deleted', async () => {
  answerIdentity('acme', grace);
  api.on(connectorsApi.list, [acme]);
  const tokenSecret = sample(SocialTokenSecret, {
    id: 'tokens',
    metadata: { scope: 'openid email', expiresAt: 1_000_000_000, hasRefreshToken: false },
  });
  let kept: { tokenSecret?: SocialTokenSecret } = { tokenSecret };
  api.on(userIdentitiesApi.get, () => ({ identity: grace, ...kept }));
  api.on(secretsApi.remove, () => {
    kept = {};
  });
  await openScreen('/users/maya/social-identities/acme');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Acme' })).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'Details' })).toMatchTextContent('grace@fjord.example');
  await expect.element(storage).toMatchTextContent('Expired');
  await expect.element(storage).toMatchTextContent('2001');
  await expect.element(storage).toMatchTextContent('openid');
  await expectToFit();
  await storage.getByRole('button', { name: 'Delete tokens' }).click();
  await expect.element(dialog).toMatchTextContent('The account stays linked.');
  await expectToFit();
  await dialog.getByRole('button', { name: 'Delete tokens' }).click();
  await expect.element(page.getByText('Tokens deleted')).toBeVisible();
  await expect.element(storage).toMatchTextContent('Inactive');
  expect(api.requestsOf(secretsApi.remove)[0]?.params).toEqual({ id: 'tokens' });
});

test('an account of a deleted connector keeps its name, fits a phone with a long identifier, and loads when it is tried again', async () => {
  const identity = { userId: 'a-very-long-identifier-'.repeat(10) };
  answerIdentity('old-one', identity);
  api.on(userIdentitiesApi.get, failWith(500));
  await openScreen('/users/maya');
  await expect.element(page.getByRole('row', { name: has('old-one') })).toMatchTextContent('Not stored');
  await page.getByRole('link', { name: 'Manage the account at old-one' }).click();
  await expect.element(page.getByRole('heading', { name: 'Failed to load' })).toBeVisible();
  api.on(userIdentitiesApi.get, { identity });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'old-one' })).toBeVisible();
  await expect.element(page.getByText('old-one (connector deleted)')).toBeVisible();
  await expect.element(page.getByText('The provider sent no other data.')).toBeVisible();
  await expect.element(page.getByText('The connector was deleted, so no tokens are stored.')).toBeVisible();
  await expectToFit();
  await page.getByRole('button', { name: 'Unlink account' }).click();
  await expect.element(dialog).toMatchTextContent('This is the only way for this person to sign in');
  await expectToFit();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.requestsOf(userIdentitiesApi.remove)).toEqual([]);
});

test('an account that the user does not have is not found', async () => {
  answerIdentity('acme', grace);
  api.on(userIdentitiesApi.get, refuse('user.identity_not_exist'));
  await openScreen('/users/maya/social-identities/nobody');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});
