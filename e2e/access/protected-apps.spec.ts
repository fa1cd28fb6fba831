import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { usersApi } from '@postern/contracts/people/users';
import { becomeAdministrator } from '../administrator.ts';
import { freePort } from '../free-port.ts';
import { expect, test, watchConsole } from '../product.ts';

let origin: Server;
let proxyPort: number;

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  environment: async ({}, use) => {
    origin = createServer((request, response) => {
      const who = request.headers['logto-id-token'] ? 'with an ID token' : 'without an ID token';
      response
        .setHeader('content-type', 'text/html')
        .end(`<!doctype html><title>-</title><h1>${request.url} ${who}</h1>`);
    });
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    proxyPort = await freePort();
    await use({
      PROTECTED_APPS_ENDPOINT: `http://*.apps.localhost:${proxyPort}`,
      PROTECTED_APPS_PORT: String(proxyPort),
      ALLOW_PRIVATE_EGRESS: 'true',
    });
    origin.closeAllConnections();
    origin.close();
  },
});

test('a website is protected in the console and opens only after a sign-in', async ({ page, browser, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  const maya = { username: 'maya', password: 'a sentence nobody guesses' };
  await administrator.api('post', usersApi.create.path, maya);

  await page.goto(`${oss.consoleUrl}/applications/create?guide=none`);
  const dialog = page.getByRole('dialog', { name: 'Create application' });
  await dialog.getByRole('radio', { name: /Protected app/ }).check();
  await dialog.getByLabel('Name', { exact: true }).fill('Intranet');
  await dialog
    .getByRole('textbox', { name: 'Origin' })
    .fill(`http://127.0.0.1:${(origin.address() as AddressInfo).port}`);
  await dialog.getByRole('textbox', { name: 'Subdomain' }).fill('intranet');
  await dialog.getByRole('button', { name: 'Create application' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Intranet' })).toBeVisible();

  await page.getByRole('link', { name: 'Protection' }).click();
  const address = `http://intranet.apps.localhost:${proxyPort}`;
  await expect(page.getByText(address, { exact: true })).toBeVisible();
  await page
    .getByRole('textbox', { name: /Protected paths/ })
    .first()
    .fill('^/team');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();

  const visitor = await (await browser.newContext()).newPage();
  const complaints = watchConsole(visitor);
  await visitor.goto(`${address}/news`);
  await expect(visitor.getByRole('heading', { name: '/news without an ID token' })).toBeVisible();
  await visitor.goto(`${address}/team?page=2`);
  await visitor.getByLabel('Username').fill(maya.username);
  await visitor.getByLabel('Password', { exact: true }).fill(maya.password);
  await visitor.keyboard.press('Enter');
  await expect(visitor.getByRole('heading', { name: '/team?page=2 with an ID token' })).toBeVisible();
  expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([]);
  await visitor.context().close();
  administrator.expectNoComplaints();
});
