import type { Page } from '@playwright/test';
import type { Tenant } from '@postern/contracts/cloud/tenants';
import { arriveInTenant } from '../newcomer.ts';
import { askDatabase, expect, expectAccessible, expectToFit, type Product, test, watchConsole } from '../product.ts';
import { prepareNewcomer, visit } from '../visit.ts';

const currentTenant = (page: Page) => page.getByRole('button', { name: /^Switch tenant, current:/ });
const switcher = (page: Page) => page.getByRole('dialog', { name: 'Switch tenant' });

/** Modifies the tenants in the server's response, to show states that take weeks to reach. */
async function showTenants(page: Page, change: (tenants: Tenant[]) => object[]): Promise<void> {
  await page.unroute('**/api/tenants');
  await page.route('**/api/tenants', async (route) => {
    if (route.request().method() === 'GET') {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: change(await answer.json()) });
    } else {
      await route.fallback();
    }
  });
}

const makeProduction = (product: Product, id: string) =>
  askDatabase(product, '*', `update tenants set tag = 'production', plan_id = 'free' where id = '${id}'`);

/** The payment provider is outside of these tests: the browser asks for its page and stays where it is. */
async function refuseToLeave(page: Page, product: Product): Promise<string> {
  const cashier = `${product.consoleUrl}/cashier`;
  await page.route(cashier, (route) => route.fulfill({ status: 204 }));
  return cashier;
}

const beside = (page: Page, name: string) =>
  page.locator('header').filter({ has: page.getByRole('heading', { name, exact: true }) });

test('from development to production: banner, private regions, plans, and payment before a paid plan', async ({
  page,
  cloud,
}) => {
  const complaints = watchConsole(page);
  const first = await prepareNewcomer(page, cloud, 'iris', 'Northwind');
  const cashier = await refuseToLeave(page, cloud);
  const paid: unknown[] = [];
  await page.route('**/api/checkout-session', async (route) => {
    paid.push(route.request().postDataJSON());
    await route.fulfill({ json: { redirectUri: cashier, sessionId: 's1' } });
  });
  await page.route('**/api/me/regions', async (route) => {
    const { regions } = await (await route.fetch()).json();
    const own = { id: 'fjord-1', name: 'Fjord Bergen', country: 'Norway', tags: ['production'], isPrivate: true };
    await route.fulfill({ json: { regions: [own, ...regions] } });
  });
  await page.goto(`${cloud.consoleUrl}/${first}`);
  await arriveInTenant(page);
  const create = page.getByRole('dialog', { name: 'Create tenant' });
  const plans = page.getByRole('dialog', { name: 'Choose a plan for Fjord' });

  await test.step('a development tenant is labeled and links to creating a production one', async () => {
    const banner = page.getByRole('region', { name: 'For development only' });
    await expect(banner).toContainText('development tenant');
    await expectToFit(page);
    await banner.getByRole('button', { name: 'Go to production' }).click();
    await expect(create.getByRole('radio', { name: /Production/ })).toBeChecked();
  });

  await test.step('users with private regions choose between private and public ones', async () => {
    await expect(create.getByRole('radio', { name: /Shared public cloud/ })).toBeChecked();
    await expect(create.getByRole('radio', { name: 'Europe' })).toBeChecked();
    await expect(create.getByRole('group', { name: 'Region' }).getByText('Fjord Bergen')).toHaveCount(0);
    await expect(create.getByRole('radio', { name: /Development/ })).toBeVisible();
    await create.getByRole('radio', { name: /Fjord Bergen/ }).check();
    await expect(create.getByRole('group', { name: 'Region' })).toHaveCount(0);
    await expect(create.getByRole('radio', { name: /Development/ })).toHaveCount(0);
    await expect(create.getByRole('radio', { name: /Production/ })).toBeChecked();
    await expectToFit(page);
    await create.getByLabel('Tenant name').fill('Fjord');
    await create.getByRole('button', { name: 'Choose a plan' }).click();
  });

  await test.step('shows a card for each plan; repeated clicks on a paid one start one payment', async () => {
    await expect(plans.getByRole('region', { name: 'Pro' })).toContainText(/Most popular.*\$16 a month/s);
    await expect(plans.getByRole('region', { name: 'Free' })).not.toContainText('Most popular');
    await expect(plans.getByRole('list', { name: 'What Free includes' })).toContainText(
      /50,000 monthly active users.*3 days of audit logs/s,
    );
    await expectToFit(page);
    const left = page.waitForRequest(cashier);
    await plans.getByRole('button', { name: 'Choose Pro' }).dblclick();
    await left;
    expect(paid).toMatchObject([
      { skuId: 'pro-202509', tenantName: 'Fjord', tenantTag: 'production', tenantRegionName: 'fjord-1' },
    ]);
  });

  await test.step('going back keeps the input, and the free plan creates the tenant at once', async () => {
    await plans.getByRole('button', { name: 'Back' }).click();
    await expect(create.getByLabel('Tenant name')).toHaveValue('Fjord');
    await create.getByRole('radio', { name: /Shared public cloud/ }).check();
    await create.getByRole('button', { name: 'Choose a plan' }).click();
    await plans.getByRole('button', { name: 'Choose Free' }).click();
    await expect(page.getByText('Tenant created')).toBeVisible();
    await expect(currentTenant(page)).toContainText('Fjord');
    expect(await arriveInTenant(page)).not.toBe(first);
    await expect(page.getByRole('region', { name: 'For development only' })).toHaveCount(0);
  });
  expect(complaints).toEqual([]);
});

test('a development tenant becomes a production one: shows what exceeds each plan, pays, and shows add-on prices once', async ({
  page,
  cloud,
}) => {
  const id = await prepareNewcomer(page, cloud, 'iris', 'Northwind');
  await askDatabase(
    cloud,
    id,
    `insert into applications (id, name, secret, type, oidc_client_metadata)
       select 'robot' || n, 'Robot ' || n, 'x', 'MachineToMachine', '{"redirectUris":[],"postLogoutRedirectUris":[]}'
       from generate_series(1, 4) n`,
    `insert into jwt_customizers (token_type, script) values ('access-token', 'const getCustomJwtClaims = async () => ({});')`,
    `insert into resources (id, name, indicator)
       select 'resource' || n, 'Orders ' || n, 'https://orders.example/' || n from generate_series(1, 3) n`,
  );
  await page.goto(`${cloud.consoleUrl}/${id}/tenant-settings/settings`);
  await page.getByRole('button', { name: 'Convert to production' }).click();
  const dialog = page.getByRole('dialog', { name: 'Convert Northwind to a production tenant?' });
  const free = dialog.getByRole('region', { name: 'Free' });
  const pro = dialog.getByRole('region', { name: 'Pro' });
  await expect(free.getByRole('listitem')).toHaveText([
    'Applications: 4 in use, 3 allowed. Reduce your usage first.',
    'Machine-to-machine apps: 4 in use, 1 allowed. Reduce your usage first.',
    'API resources: 3 in use, 1 allowed. Reduce your usage first.',
    'Custom token claims: not included, stops working.',
    'Audit logs are kept for 3 days.',
  ]);
  await expect(free.getByRole('button', { name: 'Convert with Free' })).toBeDisabled();
  await expect(pro).toContainText(/\$40 a month.*\$16 for the plan and \$24 for add-ons/s);
  await expectToFit(page);
  await pro.getByRole('button', { name: 'Convert with Pro' }).click();
  const amounts = page.getByRole('dialog', { name: 'Pro costs $40.00 a month with what you use now' });
  await expect(amounts).toContainText('Pro: $16.00');
  await expect(amounts).toContainText('3 × Machine-to-machine applications: $24.00');
  await amounts.getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL(/\/payment-sandbox\//);
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expires (MM/YY)').fill('12/40');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Address').fill('1 Main Street');
  await page.getByLabel('Country').fill('Germany');
  await page.getByRole('button', { name: 'Pay $16.00' }).click();
  await expect(page).toHaveURL(new RegExp(`/${id}/tenant-settings/subscription$`));
  await expect(page.getByRole('region', { name: 'Subscription' })).toContainText('PlanPro');
  await expect(page.getByRole('region', { name: 'For development only' })).toHaveCount(0);

  await visit(page, `/${id}/api-resources/create`);
  await page.getByRole('link', { name: /without/i }).click();
  const note = page.getByRole('dialog').getByRole('note');
  await expect(note).toContainText('Your plan includes 3. Each additional one costs $4.00 a month.');
  await expectToFit(page);
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/me/custom-data') && answer.ok());
  await note.getByRole('button', { name: 'Got it' }).click();
  await expect(note).toHaveCount(0);
  await kept;
  await page.goto(`${cloud.consoleUrl}/${id}/api-resources/create`);
  await page.getByRole('link', { name: /without/i }).click();
  await expect(page.getByLabel(/identifier/i)).toBeVisible();
  await expect(note).toHaveCount(0);
  for (const [path, heading, tag] of [
    ['api-resources', 'API resources', 'Add-on'],
    ['roles', 'Roles', 'Pro'],
    ['customize-jwt', 'Custom JWT', 'Pro'],
  ] as const) {
    await visit(page, `/${id}/${path}`);
    await expect(beside(page, heading)).toContainText(tag);
  }
  await expect(page.getByRole('note')).toHaveCount(0);
});

test('limits of the free plan are shown before and after a refusal, and to members who cannot change it', async ({
  page,
  cloud,
}) => {
  const id = await prepareNewcomer(page, cloud, 'iris', 'Northwind');
  await makeProduction(cloud, id);
  await askDatabase(
    cloud,
    id,
    `insert into resources (id, name, indicator) values ('r1', 'Orders', 'https://a.example')`,
  );
  // Nine more tenants, which exist only as rows: ten are the limit.
  await askDatabase(
    cloud,
    '*',
    `insert into tenants (id, name, tag, region_name, plan_id)
      select 'free000' || n, 'Free ' || n, 'production', 'EU', 'free' from generate_series(1, 9) n`,
  );
  await askDatabase(
    cloud,
    'admin',
    `insert into organizations (id, name) select 't-free000' || n, 'Free ' || n from generate_series(1, 9) n`,
    `insert into organization_users (organization_id, user_id)
      select 't-free000' || n, u.id from generate_series(1, 9) n, users u where username = 'iris'`,
    `insert into organization_users_roles (organization_id, user_id, organization_role_id)
      select 't-free000' || n, u.id, 'admin' from generate_series(1, 9) n, users u where username = 'iris'`,
  );
  const reached = 'API resources: you have reached the limit of your plan (1)';
  const told = page.getByRole('alert').filter({ hasText: reached });
  const dialog = page.getByRole('dialog', { name: 'Create API resource' });
  const createResource = async () => {
    await dialog.getByLabel('Name').fill('Stock');
    await dialog.getByLabel(/identifier/i).fill('https://stock.example');
    await page.keyboard.press('Enter');
  };

  await test.step('a reached limit is shown in the dialog, and again after a refused request', async () => {
    await page.goto(`${cloud.consoleUrl}/${id}/api-resources`);
    await page.getByRole('link', { name: 'Create API resource' }).click();
    await page.getByRole('link', { name: /without/i }).click();
    await expect(dialog.getByRole('note')).toContainText(`${reached}.`);
    await expectToFit(page);
    await createResource();
    await expect(told).toBeVisible();
    await expectAccessible(page);
    await told.getByRole('button', { name: 'See plans' }).click();
    await expect(page).toHaveURL(new RegExp(`/${id}/tenant-settings/subscription$`));
  });

  await test.step('a feature outside the plan and a refusal of another server are explained', async () => {
    await visit(page, `/${id}/customize-jwt`);
    await expect(page.getByRole('note')).toContainText('Custom JWT: not included in your plan.');
    await page.route('**/api/resources', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 403,
            json: { message: 'Status exception: Exceeded quota limit. {"resourcesLimit":1,"hooksLimit":0}' },
          })
        : route.fallback(),
    );
    await visit(page, `/${id}/api-resources`);
    await expect(beside(page, 'API resources')).not.toContainText('Pro');
    await page.getByRole('link', { name: 'Create API resource' }).click();
    await page.getByRole('link', { name: /without/i }).click();
    await createResource();
    await expect(told).toContainText('Webhooks: not included in your plan.');
    await page.unroute('**/api/resources');
  });

  await test.step('members who may not change the plan are referred to an administrator', async () => {
    await page.route('**/members/*/scopes', async (route) => {
      const answer = await route.fetch();
      const scopes: { name: string }[] = await answer.json();
      const ofOthers = ['manage:tenant', 'manage:billing'];
      await route.fulfill({ response: answer, json: scopes.filter(({ name }) => !ofOthers.includes(name)) });
    });
    await page.goto(`${cloud.consoleUrl}/${id}/api-resources/create`);
    await page.getByRole('link', { name: /without/i }).click();
    await expect(dialog.getByRole('note')).toContainText('Ask an administrator of this tenant');
    await expect(page.getByRole('link', { name: 'See plans' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('ten free tenants is the limit, but a paid one is possible', async () => {
    const create = page.getByRole('dialog', { name: 'Create tenant' });
    const plans = page.getByRole('dialog', { name: 'Choose a plan for Fjord' });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('>create tenant');
    await page.getByRole('option', { name: /Create tenant/ }).click();
    await create.getByLabel('Tenant name').fill('Fjord');
    await create.getByRole('radio', { name: /Production/ }).check();
    // Wait for the regions: submitting earlier would ask for one.
    await expect(create.getByRole('radio', { name: 'Europe' })).toBeChecked();
    await expect(create.getByRole('radio', { name: /Shared/ })).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(plans.getByRole('button', { name: 'Choose Free' })).toBeDisabled();
    await expect(plans).toContainText('You have reached the limit of 10 free production tenants');
    await expectAccessible(page);
    const asked = page.waitForRequest('**/api/checkout-session');
    await plans.getByRole('button', { name: 'Choose Pro' }).click();
    expect((await asked).postDataJSON()).toMatchObject({ skuId: 'pro-202509', tenantRegionName: 'EU' });
  });
});

test('shows one notice at a time: changes, unpaid bills, usage; a suspended tenant shows only that', async ({
  page,
  cloud,
}) => {
  const id = await prepareNewcomer(page, cloud, 'iris', 'Northwind');
  await makeProduction(cloud, id);
  const staging = { developmentTenantMigrationNotification: { isPaidTenant: false, tag: 'staging' } };
  await askDatabase(
    cloud,
    id,
    `insert into console_settings (data) values ('${JSON.stringify(staging)}')
       on conflict (tenant_id) do update set data = excluded.data`,
  );
  const dialog = page.getByRole('dialog');
  const bills = [
    { id: 'in_1', createdAt: '2026-10-01T00:00:00.000Z', amountDue: 1600, currency: 'USD' },
    { id: 'in_2', createdAt: '2026-11-01T00:00:00.000Z', amountDue: 2450, currency: 'USD' },
  ];
  const busy = { usage: { activeUsers: 50_000, tokenUsage: 1 }, quota: { mauLimit: 50_000, tokenLimit: 500_000 } };
  const tokens = { usage: { activeUsers: 1, tokenUsage: 500_000 }, quota: busy.quota };

  await test.step('a change is shown until it is read', async () => {
    await showTenants(page, (all) => all.map((tenant) => ({ ...tenant, ...busy, openInvoices: bills })));
    await page.goto(`${cloud.consoleUrl}/${id}`);
    await expect(dialog).toContainText(
      /Development tenants have changed.*This tenant was previously tagged “staging”\./s,
    );
    await expect(dialog).toHaveCount(1);
    await expectToFit(page);
    const written = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
    await page.keyboard.press('Escape');
    const { developmentTenantMigrationNotification: notice } = await (await written).json();
    expect(notice).toMatchObject({ tag: 'staging', isPaidTenant: false });
    expect(Math.abs(notice.readAt - Date.now())).toBeLessThan(60_000);
  });

  await test.step('then unpaid bills, with the total', async () => {
    await expect(dialog).toContainText(
      /A payment is overdue.*Northwind has unpaid invoices\..*2 unpaid invoices.*Total\s*\$40\.50/s,
    );
    await expectToFit(page);
    const cashier = await refuseToLeave(page, cloud);
    await page.route('**/stripe-customer-portal', (route) => route.fulfill({ json: { redirectUri: cashier } }));
    const left = page.waitForRequest(cashier);
    await dialog.getByRole('button', { name: 'Pay now' }).click();
    await left;
    await dialog.getByRole('button', { name: 'Not now' }).click();
  });

  await test.step('then exhausted usage, with a link to plans', async () => {
    await expect(dialog).toContainText('Monthly active user limit reached');
    await expect(dialog.getByRole('note')).toContainText(
      /Monthly active user limit of the Free plan reached.*50,000 of 50,000 this month\./s,
    );
    await dialog.getByRole('link', { name: 'See plans' }).click();
    await expect(page).toHaveURL(new RegExp(`/${id}/tenant-settings/subscription$`));
    await expect(dialog).toHaveCount(0);
  });

  await test.step('two hundred tenants with long names: each shows its most urgent state; no closed notice is back', async () => {
    const long = 'An extraordinarily long name of a tenant that nobody would ever read to its end, number';
    const states = [{ isSuspended: true, openInvoices: bills }, { ...busy, openInvoices: bills }, busy, tokens, {}];
    await showTenants(page, ([own]) => [
      { ...own, ...busy, openInvoices: bills },
      ...Array.from({ length: 199 }, (_, index) => ({
        ...own,
        id: `many${index}`,
        name: `${long} ${index}`,
        ...states[index % states.length],
      })),
    ]);
    await page.goto(`${cloud.consoleUrl}/${id}`);
    await arriveInTenant(page);
    await expect(dialog).toHaveCount(0);
    await currentTenant(page).click();
    const rows = switcher(page).getByRole('link');
    await expect(rows).toHaveCount(200);
    await expect(rows.first()).toHaveAttribute('aria-current', /./);
    await page.getByRole('textbox', { name: 'Find a tenant' }).fill('number 19');
    await expect(rows).toHaveText([
      /number 19.*Free$/,
      /number 190.*Suspended/,
      /number 191.*Payment overdue/,
      /number 192.*MAU limit reached/,
      /number 193.*Token limit reached/,
      /number 194.*Free$/,
      /number 195/,
      /number 196/,
      /number 197/,
      /number 198/,
    ]);
    await expectToFit(page);
  });

  await test.step('exhausted tokens have their own text, in German too', async () => {
    await showTenants(page, (all) => all.map((tenant) => ({ ...tenant, ...tokens })));
    await page.evaluate("sessionStorage.removeItem('postern:console:closed-notices')");
    await page.evaluate("localStorage.setItem('postern:console:language', 'de')");
    await page.reload();
    await expect(dialog).toContainText('Die Tokens Ihres Tarifs sind aufgebraucht');
    await expectToFit(page);
    await dialog.getByRole('button', { name: 'Jetzt nicht' }).click();
    await page.evaluate("localStorage.setItem('postern:console:language', 'en')");
  });

  await test.step('a suspended tenant has one page, with four contact options', async () => {
    await page.evaluate('sessionStorage.clear()');
    await showTenants(page, (all) =>
      all.map((tenant) => ({ ...tenant, ...busy, openInvoices: bills, isSuspended: true })),
    );
    await page.reload();
    await expect(page.getByRole('heading', { name: 'This tenant is suspended' })).toBeVisible();
    await expect(page.getByText('Contact us to find out why')).toBeVisible();
    await expectToFit(page);
    await page.getByRole('button', { name: 'Contact us' }).click();
    await expect(dialog.getByRole('listitem')).toHaveCount(4);
    await expect(dialog.getByRole('link')).toHaveText([
      'Join the chat',
      'Open an issue',
      'Write an email',
      'Book a meeting',
    ]);
    await expect(dialog).toHaveCount(1);
    await expectToFit(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Contact us' })).toBeFocused();
  });
});

test('sign-out returns to the stored page, a token or Google signs in, and no data is left behind', async ({
  page,
  cloud,
}) => {
  const id = await prepareNewcomer(page, cloud, 'iris', 'Northwind');
  const session = () => page.evaluate("localStorage.getItem('postern:console:session')");
  const { consoleUrl } = cloud;

  await test.step('signed-in users go to the root', async () => {
    await page.goto(`${consoleUrl}/accept`);
    await expect(page.getByRole('heading', { name: 'Invitation not found' })).toBeVisible();
    await expect(page).toHaveURL(`${consoleUrl}/accept`);
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
