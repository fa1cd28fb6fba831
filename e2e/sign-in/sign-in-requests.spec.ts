import type { Application } from '@postern/contracts/access/applications';
import { cibaGrant } from '@postern/contracts/wire';
import { becomeAdministrator } from '../administrator.ts';
import { expect, test, watchConsole } from '../product.ts';

const ada = { username: 'ada', password: 'a sentence nobody guesses', name: 'Ada Lovelace' };

test('an application asks, and the person refuses, then approves in the account center', async ({
  page,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  await administrator.api('patch', '/api/account-center', { enabled: true });
  await administrator.api('post', '/api/users', ada);
  const { id } = await administrator.api<Application>('post', '/api/applications', {
    name: 'Help desk',
    type: 'Traditional',
    oidcClientMetadata: { redirectUris: ['http://localhost:9/callback'], postLogoutRedirectUris: [] },
    customClientMetadata: { isBackchannelAuthenticationEnabled: true },
  });
  const [secret] = await administrator.api<{ value: string }[]>('get', `/api/applications/${id}/secrets`);
  const post = async (path: string, form: Record<string, string>) => {
    const authorization = `Basic ${btoa(`${id}:${secret?.value}`)}`;
    const response = await page.request.post(`${oss.endpoint}${path}`, { form, headers: { authorization } });
    return (await response.json()) as Record<string, string>;
  };
  const ask = (message: string) =>
    post('/oidc/backchannel', { scope: 'openid', login_hint: 'ada', binding_message: message });
  const poll = ({ auth_req_id = '' }) => post('/oidc/token', { grant_type: cibaGrant, auth_req_id });

  const first = await ask('Call <b>1</b>');
  expect(await poll(first)).toMatchObject({ error: 'authorization_pending' });
  const person = await (await browser.newContext()).newPage();
  const complaints = watchConsole(person);
  await person.goto(`${oss.endpoint}/account/requests`);
  await person.getByLabel('Username').fill(ada.username);
  await person.getByLabel('Password', { exact: true }).fill(ada.password);
  await person.keyboard.press('Enter');
  await expect(person).toHaveURL(/\/account\/requests$/);
  const request = person.getByRole('region', { name: 'Help desk asks you to approve a sign-in' });
  await expect(request.getByText('Call <b>1</b>', { exact: true })).toBeVisible();
  await request.getByRole('button', { name: 'Refuse' }).click();
  await expect(person.getByText('Sign-in refused')).toBeVisible();
  await expect(person.getByText('No requests are waiting for you.')).toBeVisible();
  expect(await poll(first)).toMatchObject({ error: 'access_denied' });

  const second = await ask('Call 2');
  await person.getByRole('link', { name: 'Overview' }).click();
  await person
    .getByRole('main')
    .getByRole('link', { name: /Sign-in requests/ })
    .click();
  await request.getByRole('button', { name: 'Approve' }).click();
  await expect(person.getByText('Sign-in approved')).toBeVisible();
  expect(await poll(second)).toMatchObject({ id_token: expect.any(String) });
  expect(complaints).toEqual([]);
  await person.context().close();
});
