import type { Page } from '@playwright/test';
import { newcomersPassword as password } from '../newcomer.ts';
import { askDatabase, expect, expectAccessible, expectNarrow, type Product, test, watchConsole } from '../product.ts';
import { signInByRequests } from '../sign-in-by-requests.ts';
import { prepareNewcomer, visit } from '../visit.ts';

/** Opens the console as a new user with a verified address, who has to create a tenant first. */
async function comeForTheFirstTime(page: Page, product: Product): Promise<void> {
  await product.cli(['admin', 'create', '--username', 'iris'], { POSTERN_ADMIN_PASSWORD: password });
  await askDatabase(
    product,
    'admin',
    `update users set primary_email = 'iris@example.com', email_verified_at = now() where username = 'iris'`,
  );
  await signInByRequests(page, product, { username: 'iris', password });
  await page.goto(product.consoleUrl);
  await page.waitForURL(/\/onboarding\/create-tenant$/);
  await expect(page.getByLabel('Tenant name')).toBeFocused();
}

async function openApplications(page: Page, content: string): Promise<string> {
  await page.getByRole('link', { name: 'Applications', exact: true }).click();
  return expectApplications(page, content);
}

/** All tokens are stored once list and account are visible: leaving earlier could lose a refresh token in flight. */
async function expectApplications(page: Page, content: string): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Applications', exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByText(content)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible();
  return new URL(page.url()).pathname.split('/')[1]!;
}

const currentTenant = (page: Page) => page.getByRole('button', { name: /^Switch tenant, current:/ });
const switcher = (page: Page) => page.getByRole('dialog', { name: 'Switch tenant' });

test('a new user creates tenants and switches between them, each with its own data', async ({ page, cloud }) => {
  const complaints = watchConsole(page);
  await comeForTheFirstTime(page, cloud);
  await expect(page.getByRole('radio', { name: 'Europe' })).toBeChecked();
  await expectAccessible(page);

  await test.step('onboarding by keyboard only', async () => {
    await page.keyboard.type('Northwind');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'West US' })).toBeChecked();
    await page.keyboard.press('Tab');
    await page.keyboard.type('oskar@northwind.example ');
    await expect(page.getByRole('list', { name: 'People to invite' })).toContainText('oskar@northwind.example');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Create tenant' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Tenant created')).toBeVisible();
    await expect(page.getByText('Invitation sent')).toBeVisible();
  });
  const first = await openApplications(page, 'No applications yet');
  await expect(currentTenant(page)).toContainText('Northwind');
  const done = `select custom_data->'onboarding'->'isOnboardingDone' as done from users where username = 'iris'`;
  await expect.poll(() => askDatabase(cloud, 'admin', done)).toEqual([{ done: true }]);

  await test.step('creates an application in the first tenant', async () => {
    await page.getByRole('link', { name: 'Create application' }).click();
    await page.getByRole('link', { name: 'Create without framework' }).click();
    await page.getByRole('radio', { name: /Single-page app/ }).check();
    await page.getByLabel('Name', { exact: true }).fill('Storefront');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Storefront' })).toBeVisible();
  });

  await test.step('creates a second tenant from the switcher, by keyboard', async () => {
    await currentTenant(page).focus();
    await page.keyboard.press('Enter');
    await expect(switcher(page).getByRole('link', { name: /Northwind/ })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Create tenant' });
    await expect(dialog.getByLabel('Tenant name')).toBeFocused();
    await expect(dialog.getByRole('radio', { name: 'Europe' })).toBeChecked();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Fill in this field.')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.type('Fjord Outfitters');
    await dialog.getByRole('radio', { name: /Production/ }).check();
    await page.keyboard.press('Enter');
    const plans = page.getByRole('dialog', { name: 'Choose a plan for Fjord Outfitters' });
    await expect(plans.getByRole('button', { name: 'Choose Pro' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Tenant created')).toBeVisible();
    await expect(currentTenant(page)).toContainText('Fjord Outfitters');
  });
  const second = await openApplications(page, 'No applications yet');
  expect(second).not.toBe(first);

  await test.step('returns to the first tenant, where the application still is', async () => {
    await currentTenant(page).click();
    await switcher(page)
      .getByRole('link', { name: /Northwind/ })
      .click();
    await expect(page).toHaveURL(new RegExp(`/${first}/applications$`));
    expect(await openApplications(page, 'Storefront')).toBe(first);
  });

  await test.step('the root, the placeholder and the addresses of the first steps keep the tenant', async () => {
    await page.goto(cloud.consoleUrl);
    await expect(page).toHaveURL(new RegExp(`/${first}/`));
    await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible();
    // Keyboard focus starts at the top, wherever the page has scrolled to.
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused();
    await visit(page, '/to/applications');
    await expect(page).toHaveURL(new RegExp(`/${first}/applications$`));
    expect(await expectApplications(page, 'Storefront')).toBe(first);
    for (const path of ['onboarding', `${first}/welcome`]) {
      await visit(page, `/${path}`);
      await expect(page).toHaveURL(new RegExp(`/${first}/get-started$`));
    }
  });

  await test.step('tenants have webhooks', async () => {
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
    await page.getByRole('link', { name: 'Create webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create webhook' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Order system');
    await dialog.getByRole('textbox', { name: 'Endpoint URL' }).fill('https://orders.example.com/hooks');
    await dialog.getByRole('checkbox', { name: 'PostSignIn' }).check();
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Order system' })).toBeVisible();
  });

  await test.step('the palette switches tenants too', async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused();
    await page.keyboard.type('fjord');
    await expect(page.getByRole('option', { name: /Switch to Fjord Outfitters/ })).toBeVisible();
    await page.keyboard.press('Enter');
    expect(await openApplications(page, 'No applications yet')).toBe(second);
  });
  expect(complaints).toEqual([]);
});

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  test('on a dark phone, invalid addresses are rejected, and a refused invitation does not stop onboarding', async ({
    page,
    cloud,
  }) => {
    const complaints = watchConsole(page);
    const listed = Promise.withResolvers<void>();
    await page.route('**/api/me/regions', async (route) => {
      await listed.promise;
      await route.continue();
    });
    await comeForTheFirstTime(page, cloud);
    await page.getByLabel('Tenant name').press('Enter');
    await expect(page.getByText('Choose a region.')).toBeVisible();
    listed.resolve();
    await expect(page.getByRole('radio', { name: 'Europe' })).toBeChecked();
    await expect(page.getByText('Choose a region.')).toHaveCount(0);
    const theme = () => page.evaluate('document.documentElement.dataset.mantineColorScheme');
    await expect.poll(theme).toBe('light');
    await expectNarrow(page, 390);
    const field = page.getByLabel('Invite collaborators');
    const tags = page.getByRole('list', { name: 'People to invite' }).getByRole('listitem');
    await field.focus();
    await page.keyboard.type('ada@northwind.example bo@northwind.example nobody');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('Enter a complete email address');
    await expect(field).toHaveValue('nobody');
    await expect(tags).toHaveText(['ada@northwind.example', 'bo@northwind.example']);
    await expectAccessible(page);

    await field.fill('');
    await page.keyboard.press('Backspace');
    await expect(tags).toHaveCount(2);
    await page.keyboard.press('Backspace');
    await expect(tags).toHaveText(['ada@northwind.example']);
    await page.getByRole('button', { name: 'Remove ada@northwind.example' }).click();
    await expect(tags).toHaveCount(0);
    await expect(field).toBeFocused();

    // Text left in the field is also submitted; the server then rejects the invitation.
    await page.keyboard.type('cy@northwind.example');
    await page.route('**/invitations', (route) =>
      route.fulfill({ status: 422, json: { code: 'tenant.already_member', message: 'A member already.' } }),
    );
    await page.getByRole('button', { name: 'Create tenant' }).click();
    await expect(page.getByText('The invitations could not be sent.')).toBeVisible();
    await expect(page.getByText('0 of 4 done')).toBeVisible();
    await expect.poll(theme).toBe('dark');
    await expect(currentTenant(page)).toContainText('My project');
    await currentTenant(page).click();
    await expect(switcher(page)).toBeVisible();
    await expectAccessible(page);
    expect(complaints.filter((text) => !text.includes('422'))).toEqual([]);
  });
});

test('a new tenant has its own sign-in page, and only its members see its data', async ({ page, browser, cloud }) => {
  const tenantId = await prepareNewcomer(page, cloud, 'iris', 'Northwind');

  await test.step('registers a user on it', async () => {
    const context = await browser.newContext();
    const visitor = await context.newPage();
    const complaints = watchConsole(visitor);
    await visitor.goto(`${cloud.endpoint.replace('*', tenantId)}/demo-app`);
    await visitor.getByRole('button', { name: 'Create account' }).click();
    await visitor.getByLabel('Username').fill('ada');
    await visitor.getByLabel('Password', { exact: true }).fill(password);
    await visitor.keyboard.press('Enter');
    await visitor.waitForURL(/\/demo-app/);
    await expect(visitor.getByText('ada').first()).toBeVisible();
    await expectAccessible(visitor);
    expect(complaints).toEqual([]);
    await context.close();
  });
  await page.goto(`${cloud.consoleUrl}/${tenantId}/users`);
  await expect(page.getByRole('main').getByRole('link', { name: 'ada' })).toBeVisible();

  await test.step('another user has separate data', async () => {
    const context = await browser.newContext();
    const stranger = await context.newPage();
    const complaints = watchConsole(stranger);
    const own = await prepareNewcomer(stranger, cloud, 'mallory', 'Elsewhere');
    await stranger.goto(`${cloud.consoleUrl}/${tenantId}/users`);
    await expect(currentTenant(stranger)).toContainText('Elsewhere');
    await currentTenant(stranger).click();
    await expect(switcher(stranger).getByRole('listitem')).toHaveCount(1);
    await stranger.keyboard.press('Escape');
    expect(await openApplications(stranger, 'No applications yet')).toBe(own);
    await stranger.getByRole('link', { name: 'Users' }).click();
    await expect(stranger.getByText('No users yet')).toBeVisible();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
