import type { Page } from '@playwright/test';
import { arriveInTenant, mailTo, newcomersPassword as password } from '../newcomer.ts';
import { askDatabase, expect, expectAccessible, type Product, test, watchConsole } from '../product.ts';
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

test('a new user creates tenants and switches between them, each with its own data, sign-in page and members', async ({
  page,
  browser,
  cloud,
}) => {
  test.slow();
  const complaints = watchConsole(page);
  await comeForTheFirstTime(page, cloud);
  await expect(page.getByRole('radio', { name: 'Europe' })).toBeChecked();

  await test.step('onboarding by keyboard only', async () => {
    await page.keyboard.type('Northwind');
    await page.keyboard.press('Tab');
    // All regions of this installation are one database, so there is one to choose.
    await expect(page.getByRole('radio')).toHaveCount(1);
    await expect(page.getByRole('radio', { name: 'Europe' })).toBeFocused();
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
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Create tenant' });
    await expect(dialog.getByLabel('Tenant name')).toBeFocused();
    await expect(dialog.getByRole('radio', { name: 'Europe' })).toBeChecked();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Fill in this field.')).toBeVisible();
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
    await dialog.getByRole('checkbox', { name: 'PostSignIn', exact: true }).check();
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

  await test.step('each tenant previews its own pages, at its own address', async () => {
    await visit(page, `/${first}/sign-in-experience`);
    await page.getByLabel('Brand color', { exact: true }).fill('#0E6B5C');
    const button = page.frameLocator('iframe').locator('button[type="submit"]');
    await expect(button).toHaveCSS('background-color', 'rgb(14, 107, 92)');
    await expect(page.locator('iframe')).toHaveAttribute('src', new RegExp(`//${first}\\.`));
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Changes saved')).toBeVisible();
  });

  await test.step('a tenant has its own sign-in page, where a user registers', async () => {
    const context = await browser.newContext();
    const visitor = await context.newPage();
    const ofVisitor = watchConsole(visitor);
    await visitor.goto(`${cloud.endpoint.replace('*', first)}/demo-app`);
    await visitor.getByRole('button', { name: 'Create account' }).click();
    await visitor.getByLabel('Email address').fill('ada@example.com');
    await visitor.keyboard.press('Enter');
    await expect(visitor.getByLabel('Six-digit code')).toBeVisible();
    const { code } = await mailTo(cloud, 'ada@example.com', 1, first);
    await visitor.getByLabel('Six-digit code').pressSequentially(code ?? '');
    await visitor.getByLabel('Password', { exact: true }).fill(password);
    await visitor.keyboard.press('Enter');
    await visitor.waitForURL(/\/demo-app/);
    await expect(visitor.getByText('ada@example.com').first()).toBeVisible();
    await expectAccessible(visitor);
    // The answer to the code asks for the password.
    expect(ofVisitor).toEqual([expect.stringMatching(/422 .*\/api\/experience\/identification/)]);
    await context.close();
    await visit(page, `/${first}/users`);
    await expect(page.getByRole('main').getByRole('link', { name: 'ada@example.com' })).toBeVisible();
  });

  await test.step('another user sees nothing of it', async () => {
    const context = await browser.newContext();
    const stranger = await context.newPage();
    const ofStranger = watchConsole(stranger);
    const own = await prepareNewcomer(stranger, cloud, 'mallory', 'Elsewhere');
    await stranger.goto(`${cloud.consoleUrl}/${first}/users`);
    await expect(stranger.getByRole('heading', { name: 'You are not a member of this tenant' })).toBeVisible();
    await stranger.getByRole('link', { name: 'Go to your tenants' }).click();
    await expect(currentTenant(stranger)).toContainText('Elsewhere');
    await currentTenant(stranger).click();
    await expect(switcher(stranger).getByRole('listitem')).toHaveCount(1);
    await stranger.keyboard.press('Escape');
    expect(await openApplications(stranger, 'No applications yet')).toBe(own);
    await stranger.getByRole('link', { name: 'Users' }).click();
    await expect(stranger.getByText('No users yet')).toBeVisible();
    expect(ofStranger).toEqual([]);
    await context.close();
  });
  expect(complaints).toEqual([]);
});

test('sign-out returns to the stored page, a token or Google signs in, and no data is left behind', async ({
  page,
  cloud,
}) => {
  const id = await prepareNewcomer(page, cloud, 'iris', 'Northwind');
  const session = () => page.evaluate("localStorage.getItem('postern:console:session')");
  const { consoleUrl } = cloud;

  await test.step('signed-in users go to the root', async () => {
    await page.goto(`${consoleUrl}/${id}`);
    await arriveInTenant(page);
    for (const path of ['one-time-token?one_time_token=abc&email=a@b.example', 'external-google-one-tap']) {
      await visit(page, `/${path}`);
      await expect(page).toHaveURL(`${consoleUrl}/${id}/get-started`);
      await arriveInTenant(page);
    }
  });

  await test.step('signing out clears the tokens; a stored target must be a page of the console', async () => {
    await page.evaluate(`sessionStorage.setItem('postern:console:after-sign-out',
      JSON.stringify({ pathname: '//elsewhere.example', search: '', hash: '' }))`);
    await visit(page, '/sign-out-callback');
    await page.waitForURL(/\/sign-in/);
    expect(new URL(page.url()).origin).toBe(consoleUrl);
    expect(await session()).toBeNull();
    await page.evaluate(`sessionStorage.setItem('postern:console:after-sign-out',
      JSON.stringify({ pathname: '/social-demo-callback', search: '?code=secret&a=b', hash: '' }))`);
    await page.goto(`${consoleUrl}/sign-out-callback`);
    await expect(page).toHaveURL(`${consoleUrl}/social-demo-callback?a=b`);
  });

  await test.step('a token signs in or shows an error; without an address it is ignored', async () => {
    await page.context().clearCookies();
    await page.goto(`${consoleUrl}/one-time-token?one_time_token=abc&email=ada@fjord.example`);
    await expect(page).toHaveURL(/\/one-time-token\/error\?code=one_time_token/);
    await page.goto(`${consoleUrl}/external-google-one-tap`);
    // Wait for its redirect, which must not interfere with the next step.
    await page.waitForURL(/\/sign-in/);
    await page.context().clearCookies();
  });

  await test.step("Google's credential is passed on once", async () => {
    await page
      .context()
      .addCookies([{ name: 'postern_google_one_tap_credential', value: 'aaa.bbb.ccc', url: consoleUrl }]);
    const asked = page.waitForRequest((request) => request.url().includes('/oidc/auth?'));
    await page.goto(`${consoleUrl}/external-google-one-tap`);
    const { searchParams } = new URL((await asked).url());
    expect(searchParams.get('direct_sign_in')).toBe('social:google');
    expect(searchParams.get('google_one_tap_credential')).toBe('aaa.bbb.ccc');
    const cookies = await page.context().cookies();
    expect(cookies.map(({ name }) => name)).not.toContain('postern_google_one_tap_credential');
  });
});
