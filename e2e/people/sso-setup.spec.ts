import { startDns } from '../../server/src/features/access/domains/testing-dns.ts';
import { identityProvider } from '../../server/src/testing/identity-provider.ts';
import { becomeAdministrator } from '../administrator.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { expect, expectToFit, test } from '../product.ts';

let dns: Awaited<ReturnType<typeof startDns>>;

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  environment: async ({}, use) => {
    dns = await startDns();
    // The test provider runs on localhost.
    await use({ DNS_RESOLVER: dns.address, ALLOW_PRIVATE_EGRESS: 'true' });
    await dns.close();
  },
});

test('a customer sets up single sign-on with a link, and an administrator enables it', async ({
  page,
  browser,
  oss,
}) => {
  test.slow();
  const provider = await identityProvider();
  const { api } = await becomeAdministrator(page, oss);
  let url = '';

  await test.step('the administrator creates a link, whose address is shown once', async () => {
    await page.goto(`${oss.consoleUrl}/enterprise-sso`);
    await page.getByRole('link', { name: 'Invite your customer’s IT' }).click();
    await expect(page.getByText('No set-up links yet')).toBeVisible();
    await page.getByRole('button', { name: 'Create set-up link' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name of the customer' }).fill('Acme <b>Corp</b>');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create link' }).click();
    url = (await dialog.getByRole('group', { name: 'Link' }).locator('code').textContent()) ?? '';
    expect(url).toMatch(/\/setup\/[\da-z]+#[\w-]{43}$/);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('row', { name: /Acme <b>Corp<\/b>.*Not opened/ })).toBeVisible();
    await expectToFit(page);
  });

  const context = await browser.newContext();
  const customer = await context.newPage();

  await test.step('the customer starts, chooses a provider and registers it', async () => {
    await customer.goto(url);
    await expect(customer.getByRole('heading', { name: 'Set up single sign-on' })).toBeVisible();
    // The secret does not stay in the address bar.
    expect(new URL(customer.url()).hash).toBe('');
    await expectAccessible(customer);
    await customer.getByRole('button', { name: 'Start' }).click();
    await expect(customer.getByRole('heading', { name: 'Set up single sign-on for Acme <b>Corp</b>' })).toBeVisible();
    await customer.getByRole('radio', { name: 'Another provider with OpenID Connect' }).check();
    await expectAccessible(customer);
    await customer.getByRole('button', { name: 'Continue' }).click();
    await expect(customer.getByText(/\/callback\/[\da-z]+$/)).toBeVisible();
    await expectToFit(customer);
    await customer.getByRole('button', { name: 'Continue' }).click();
  });

  await test.step('wrong values are named at their field, right ones are saved', async () => {
    const issuer = customer.getByRole('textbox', { name: 'Issuer' });
    await issuer.fill(`${provider.issuer}/elsewhere`);
    await customer.getByRole('textbox', { name: 'Client ID' }).fill(provider.client.id);
    await customer.getByLabel('Client secret').fill(provider.client.secret);
    await customer.getByRole('button', { name: 'Check and save' }).click();
    await expect(issuer).toHaveAccessibleDescription(/No discovery document could be read/);
    await expectAccessible(customer);
    await issuer.fill(provider.issuer);
    await customer.getByRole('button', { name: 'Check and save' }).click();
    await expect(customer.getByRole('heading', { name: 'Prove your email domains' })).toBeVisible();
  });

  await test.step('the domain is proven when its record is there', async () => {
    const domain = customer.getByRole('textbox', { name: 'Email domain' });
    await domain.fill('gmail.com');
    await customer.getByRole('button', { name: 'Add domain' }).click();
    await expect(domain).toHaveAccessibleDescription(/public email services/);
    await domain.fill('acme.example');
    await customer.getByRole('button', { name: 'Add domain' }).click();
    const card = customer.getByRole('article', { name: 'acme.example' });
    await card.getByRole('button', { name: 'Check record' }).click();
    await expect(card.getByText(/The record was not found/)).toBeVisible();
    await expectToFit(customer);
    const value = (await card.locator('code').nth(1).textContent()) ?? '';
    dns.texts.set('_postern-challenge.acme.example', [value]);
    await card.getByRole('button', { name: 'Check record' }).click();
    await expect(card.getByText('Proven')).toBeVisible();
    await customer.getByRole('button', { name: 'Continue' }).click();
  });

  await test.step('the connection is tested in a window', async () => {
    provider.hire({ sub: 'e1', email: 'ada@acme.example', email_verified: true, name: 'Ada' });
    const opened = customer.waitForEvent('popup');
    await customer.getByRole('button', { name: 'Start test' }).click();
    await (await opened).waitForURL(/\/sso-test\/finished/);
    await expect(customer.getByText('The test was successful.')).toBeVisible({ timeout: 15_000 });
    await expect(customer.getByText('ada@acme.example')).toBeVisible();
    await expectAccessible(customer);
    await customer.getByRole('button', { name: 'Continue' }).click();
  });

  await test.step('a token for directory sync is shown once, and works', async () => {
    await customer.getByRole('button', { name: 'Create token' }).click();
    await expect(customer.getByText('Copy the token now. It is not shown again.')).toBeVisible();
    await expectToFit(customer);
    const [endpoint = '', token = ''] = await customer.getByRole('main').locator('code').allTextContents();
    const users = await customer.request.get(`${endpoint}/Users`, { headers: { authorization: `Bearer ${token}` } });
    expect([users.status(), (await users.json()).totalResults]).toEqual([200, 0]);
    await customer.getByRole('button', { name: 'Continue', exact: true }).click();
  });

  await test.step('the customer finishes, and the link cannot be used again', async () => {
    await expectToFit(customer);
    await customer.getByRole('main').getByRole('button', { name: 'Finish' }).click();
    await expect(customer.getByRole('heading', { name: 'Thank you, everything is set up' })).toBeVisible();
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(url);
    await stranger.getByRole('button', { name: 'Start' }).click();
    await expect(stranger.getByText(/This link was already opened/)).toBeVisible();
  });

  await test.step('the administrator enables the connector', async () => {
    const row = page.getByRole('row', { name: /Acme <b>Corp<\/b>.*Waiting for review/ });
    await expect(row).toBeVisible({ timeout: 15_000 });
    await row.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: 'Enable connector' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(/acme\.example/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Enable connector' }).click();
    await expect(page.getByRole('row', { name: /Acme <b>Corp<\/b>.*Enabled/ })).toBeVisible();
    const connectors = await api<{ connectorName: string; domains: string[] }[]>('get', '/api/sso-connectors');
    expect(connectors).toMatchObject([{ connectorName: 'Acme <b>Corp</b>', domains: ['acme.example'] }]);
  });
  provider.close();
});
