import { randomUUID } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { arriveInTenant, becomeNewcomer, newcomersPassword } from '../newcomer.ts';
import { test as base, discardInput, expect, expectToFit, type Product, watchConsole } from '../product.ts';

const databaseName = `west_${randomUUID().slice(0, 8)}`;

/** A proxy to the database of a region that can be cut. Refuses connections until it is opened. */
async function openWay() {
  let target: string | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    if (target === undefined) {
      near.destroy();
      return;
    }
    const far = connect(target);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const cut = () => {
    target = undefined;
    for (const socket of sockets) {
      socket.destroy();
    }
  };
  return {
    port: typeof address === 'object' ? address?.port : undefined,
    /** Opens the proxy to an empty database on the product's server, as an operator would provide it. */
    async open({ databaseUrl }: Product, isNew = false) {
      if (isNew) {
        const client = new pg.Client({ connectionString: databaseUrl });
        await client.connect();
        await client.query(`create database ${databaseName}`);
        await client.end();
      }
      const { searchParams } = new URL(databaseUrl);
      target = `${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`;
    },
    cut,
    close() {
      cut();
      server.close();
    },
  };
}

const test = base.extend<{ way: Awaited<ReturnType<typeof openWay>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures named, also when there are none
  way: async ({}, use) => {
    const way = await openWay();
    await use(way);
    way.close();
  },
  environment: async ({ way }, use) => {
    const databaseUrl = `postgres://postgres@127.0.0.1:${way.port}/${databaseName}`;
    await use({
      REGIONS: JSON.stringify([
        { id: 'EU', name: 'Europe', country: 'EU' },
        { id: 'US', name: 'West US', country: 'US', databaseUrl },
      ]),
      // The product logs many errors while its connection is cut.
      LOG_LEVEL: 'fatal',
    });
  },
});

const current = (page: Page) => page.getByRole('button', { name: /^Switch tenant, current:/ });
const switcher = (page: Page) => page.getByRole('dialog', { name: 'Switch tenant' });
const away = (page: Page) => page.getByRole('heading', { name: 'The region West US cannot be reached' });
const closed = (page: Page) => page.getByRole('heading', { name: 'Signing in is not possible right now' });

async function enter(page: Page, tenant: string): Promise<void> {
  await current(page).click();
  await switcher(page)
    .getByRole('link', { name: new RegExp(tenant) })
    .click();
  await expect(current(page)).toContainText(tenant);
}

test('a region becomes unavailable and recovers: its tenants show it, everything else keeps working', async ({
  page,
  browser,
  cloud,
  way,
}) => {
  test.slow();
  const complaints = watchConsole(page);
  await becomeNewcomer(page, cloud, 'iris', 'Northwind');
  await way.open(cloud, true);
  await current(page).click();
  await page.getByRole('button', { name: 'Create tenant' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create tenant' });
  await dialog.getByLabel('Tenant name').fill('Westwind');
  await dialog.getByRole('radio', { name: 'West US' }).check();
  // Migrating an empty database takes a while; nothing can be created in it until then.
  await expect(async () => {
    const answer = page.waitForResponse(
      (response) => response.url().endsWith('/api/tenants') && response.request().method() === 'POST',
    );
    await dialog.getByRole('button', { name: 'Create tenant' }).click();
    expect((await answer).ok()).toBe(true);
  }).toPass({ timeout: 90_000 });
  await expect(current(page)).toContainText('Westwind');
  const western = await arriveInTenant(page);
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${cloud.endpoint.replace('*', western)}/demo-app`);
  await visitor.getByRole('button', { name: 'Sign in' }).click();
  await visitor.getByLabel('Email address').fill('ada@example.com');
  await visitor.getByLabel('Password', { exact: true }).fill(newcomersPassword);

  way.cut();
  await test.step('its tenant shows the problem, retries, and shows data stored elsewhere', async () => {
    await page.reload();
    await expect(away(page)).toBeVisible();
    await expect(page.getByText('The data of Westwind is in this region')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Get started' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Still no response.')).toBeVisible();
    await page.getByRole('link', { name: 'Tenant settings' }).click();
    await expect(page.getByRole('main').getByText(western)).toBeVisible();
    for (const name of ['Signing keys', 'Users']) {
      await page.getByRole('link', { name }).click();
      await expect(away(page)).toBeVisible();
    }
  });

  await test.step('sign-in to this tenant shows the problem too', async () => {
    await visitor.keyboard.press('Enter');
    await expect(visitor.getByRole('alert')).toContainText('We cannot reach your data at the moment.');
    const answer = await visitor.reload();
    expect(answer?.status()).toBe(503);
    await expect(closed(visitor)).toBeVisible();
    await expectToFit(visitor);
    await visitor.getByRole('link', { name: 'Try again' }).click();
    await expect(closed(visitor)).toBeVisible();
  });

  await test.step('the other tenant is one click away and works', async () => {
    await page.getByRole('button', { name: 'Switch tenant', exact: true }).click();
    await expect(switcher(page).getByRole('link', { name: /Westwind/ })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(current(page)).toContainText('Northwind');
    await expect(page.getByRole('main').getByText('No users yet')).toBeVisible();
    await page.getByRole('link', { name: 'API resources' }).click();
    await page.getByRole('link', { name: 'Create API resource' }).click();
    await page.getByRole('link', { name: 'Create without guide' }).click();
    const creating = page.getByRole('dialog', { name: 'Create API resource' });
    await creating.getByLabel('Name').fill('Orders');
    await creating.getByLabel('Identifier').fill('https://orders.example');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
  });

  await test.step('creating a tenant in the region fails with a message', async () => {
    await current(page).click();
    await page.getByRole('button', { name: 'Create tenant' }).click();
    await dialog.getByLabel('Tenant name').fill('Too early');
    await dialog.getByRole('radio', { name: 'West US' }).check();
    await dialog.getByRole('button', { name: 'Create tenant' }).click();
    await expect(page.getByText('The region West US cannot be reached right now.').first()).toBeVisible();
    await discardInput(page);
  });

  await test.step('the region recovers, and so do its pages, automatically', async () => {
    await enter(page, 'Westwind');
    await expect(away(page)).toBeVisible();
    await way.open(cloud);
    await expect(page.getByRole('row', { name: /Management API/ })).toBeVisible();
    await expect(away(page)).toHaveCount(0);
    await visitor.getByRole('link', { name: 'Try again' }).click();
    await expect(visitor.getByLabel('Email address')).toBeVisible();
    await enter(page, 'Northwind');
    await expect(page.getByRole('main').getByRole('link', { name: 'Orders' })).toBeVisible();
  });
  expect(complaints.filter((text) => !text.includes('503'))).toEqual([]);
});
