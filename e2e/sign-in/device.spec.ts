import type { APIRequestContext } from '@playwright/test';
import type { Application } from '@postern/contracts/access/applications';
import { deviceCodeGrant } from '@postern/contracts/wire';
import { type Administrator, becomeAdministrator } from '../administrator.ts';
import { expect, expectToFit, fillDatabase, type Product, test, watchConsole } from '../product.ts';

const ada = { username: 'ada', password: 'a sentence nobody guesses' };

type Started = { device_code: string; user_code: string; verification_uri: string; verification_uri_complete: string };

/** A television: it can only show a code and poll for tokens. */
async function createTelevision(administrator: Administrator, { endpoint }: Product, request: APIRequestContext) {
  const { id } = await administrator.api<Application>('post', '/api/applications', {
    name: 'Television',
    type: 'Native',
    customClientMetadata: { isDeviceFlowEnabled: true },
  });
  const post = async (path: string, form: Record<string, string>) =>
    (await request.post(`${endpoint}/oidc/${path}`, { form: { client_id: id, ...form } })).json();
  return {
    start: (): Promise<Started> => post('device/auth', { scope: 'openid profile' }),
    poll: ({ device_code }: Started): Promise<Record<string, string>> =>
      post('token', { grant_type: deviceCodeGrant, device_code }),
  };
}

test('a television shows a code, a user enters it and signs in, and the television gets tokens', async ({
  page,
  browser,
  request,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  await administrator.api('post', '/api/users', ada);
  await fillDatabase(oss, `update sign_in_experiences set color = color || '{"isDarkModeEnabled": true}'`);
  const television = await createTelevision(administrator, oss, request);
  const started = await television.start();
  const person = await (await browser.newContext()).newPage();
  const complaints = watchConsole(person);
  await person.goto(started.verification_uri);
  await expect(person.getByLabel('Code')).toBeFocused();
  await person.getByLabel('Code').fill('wrong');
  await person.keyboard.press('Enter');
  await expect(person.getByRole('alert')).toHaveText('This code is unknown. Check the spelling.');
  await expect(person.getByLabel('Code')).toHaveAccessibleDescription(/unknown/);
  await expectToFit(person);

  await person.getByLabel('Code').fill(started.user_code.toLowerCase());
  await person.keyboard.press('Enter');
  await expect(person.getByRole('heading', { level: 1 })).toHaveText('Is this your device?');
  await expect(person.getByText(started.user_code, { exact: true })).toBeVisible();
  await expect(person.getByText('Television', { exact: true })).toBeVisible();
  await expectToFit(person);
  await person.getByRole('button', { name: 'Continue' }).click();

  expect((await television.poll(started)).error).toBe('authorization_pending');
  await person.getByLabel('Username').fill(ada.username);
  await person.getByLabel('Password', { exact: true }).fill(ada.password);
  await person.keyboard.press('Enter');
  await expect(person.getByRole('heading', { level: 1 })).toHaveText('Device connected');
  await expectToFit(person);
  expect(await television.poll(started)).toMatchObject({ token_type: 'Bearer', scope: 'openid profile' });
  expect(complaints).toEqual([]);
  await person.context().close();

  await test.step('works without scripts, in German, and a user can cancel a request they did not start', async () => {
    const unwanted = await television.start();
    const context = await browser.newContext({ locale: 'de-DE', javaScriptEnabled: false });
    const reader = await context.newPage();
    await reader.goto(unwanted.verification_uri_complete);
    await expect(reader.getByLabel('Code')).toHaveValue(unwanted.user_code);
    await reader.getByRole('button', { name: 'Weiter' }).click();
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Ist das Ihr Gerät?');
    await reader.getByRole('button', { name: 'Abbrechen' }).click();
    await expect(reader.getByText('Das Gerät erhält keinen Zugang zu Ihrem Konto.')).toBeVisible();
    expect((await television.poll(unwanted)).error).toBe('access_denied');
    await context.close();
  });
});
