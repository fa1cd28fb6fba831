import type { Page } from '@playwright/test';
import { usersApi } from '@postern/contracts/people/users';
import { type Webhook, webhooksApi } from '@postern/contracts/records/webhooks';
import { type Administrator, becomeAdministrator } from '../administrator.ts';
import { expect, expectAccessible, expectToFit, test } from '../product.ts';
import { readCopied } from '../read-copied.ts';
import { visit } from '../visit.ts';
import { isSignedWith, startWebhookReceiver } from '../webhook-receiver.ts';

test.use({ environment: { ALLOW_PRIVATE_EGRESS: 'true' }, permissions: ['clipboard-read', 'clipboard-write'] });

const createUser = (administrator: Administrator, username: string) =>
  administrator.api('post', usersApi.create.path, { username });

const openTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }).click();

/** A webhook for the events of users, created over the API. Without retries a failure is final at once. */
async function addWebhook(administrator: Administrator, url: string, retries?: number): Promise<Webhook> {
  const body = { name: 'Order system', events: ['User.Created', 'User.Deleted'], config: { url, retries } };
  return administrator.api<Webhook>('post', webhooksApi.create.path, body);
}

test('a webhook is created, tested, called, rotated, disabled and deleted', async ({ page, oss }) => {
  const receiver = await startWebhookReceiver();
  const administrator = await becomeAdministrator(page, oss);
  await page.goto(`${oss.consoleUrl}/webhooks`);
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  await expectToFit(page);

  await test.step('the dialog asks for a name, an address and events', async () => {
    await page.getByRole('link', { name: 'Create webhook' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Create webhook' });
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.type('Order system');
    await dialog.getByRole('textbox', { name: 'Endpoint URL' }).fill('orders.example.com');
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await expect(dialog.getByText('Choose at least one event.')).toBeVisible();
    await expect(dialog.getByText(/^Start with https/)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('textbox', { name: 'Endpoint URL' }).fill(receiver.url);
    await dialog.getByRole('checkbox', { name: 'All events: Users' }).press('Space');
    await expect(dialog.getByRole('checkbox', { name: 'User.Created' })).toBeChecked();
    await dialog.getByRole('checkbox', { name: 'User.Data.Updated' }).uncheck();
    await expect(dialog.getByRole('checkbox', { name: 'All events: Users' })).not.toBeChecked();
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await expect(page.getByText('Webhook created')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Order system' })).toBeVisible();
  });

  await test.step('a test shows whether the endpoint accepts the requests', async () => {
    await page.getByRole('button', { name: 'Send a test' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send a test' });
    await dialog.getByRole('button', { name: 'Send test' }).click();
    await expect(dialog.getByText('The endpoint accepted 3 requests')).toBeVisible();
    expect(receiver.received.map(({ body }) => JSON.parse(body).event).toSorted()).toEqual([
      'User.Created',
      'User.Deleted',
      'User.SuspensionStatus.Updated',
    ]);
    [receiver.status, receiver.answer] = [503, 'down for maintenance'];
    await dialog.getByRole('button', { name: 'Send test' }).click();
    await expect(dialog.getByText('The endpoint responded with the status 503.')).toBeVisible();
    await expect(dialog.getByText('down for maintenance')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    [receiver.status, receiver.answer] = [200, 'thank you'];
    receiver.received.length = 0;
  });

  await test.step('a request is listed with its result and can be read', async () => {
    await openTab(page, 'Recent requests');
    await expect(page.getByRole('heading', { name: 'No requests in the last 24 hours' })).toBeVisible();
    await createUser(administrator, 'ada');
    const row = page.getByRole('row', { name: /User\.Created/ });
    await expect(row).toContainText('200', { timeout: 20_000 });
    await expect(page.getByText('100%')).toBeVisible();
    await row.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name: 'User.Created' })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Request body' })).toContainText('"username": "ada"');
    await expect(page.getByRole('group', { name: 'Request headers' })).toContainText('webhook-signature: v1,');
    await expect(page.getByRole('group', { name: 'Response headers' })).toContainText('x-served-by: orders-1');
    await expect(page.getByRole('group', { name: 'Response body' })).toContainText('thank you');
    await page.getByRole('link', { name: 'Order system' }).click();
  });

  await test.step('requests carry custom headers, and are signed with both keys after a rotation', async () => {
    const before = await readCopied(page.getByRole('button', { name: 'Copy Signing key' }));
    await page.getByRole('button', { name: 'Add header' }).click();
    await page.getByRole('textbox', { name: 'Header 1: name' }).fill('Authorization');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Enter a value.')).toBeVisible();
    await page.getByLabel('Header 1: value').fill('Bearer of-the-orders');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Changes saved')).toBeVisible();
    await page.getByRole('button', { name: 'Rotate key' }).click();
    const question = page.getByRole('dialog', { name: 'Rotate the signing key?' });
    await question.getByRole('button', { name: 'Rotate key' }).click();
    await expect(page.getByText('The previous key is still used')).toBeVisible();
    await expect.poll(() => readCopied(page.getByRole('button', { name: 'Copy Signing key' }))).not.toBe(before);
    const after = await readCopied(page.getByRole('button', { name: 'Copy Signing key' }));
    await page.getByRole('button', { name: 'Show Signing key' }).click();
    await expect(page.getByText(after)).toBeVisible();
    await expectToFit(page);
    receiver.received.length = 0;
    await createUser(administrator, 'bo');
    await expect.poll(() => receiver.usernames()).toEqual(['bo']);
    const [request] = receiver.received;
    expect(request?.headers.authorization).toBe('Bearer of-the-orders');
    expect(request && [before, after].map((key) => isSignedWith(key, request))).toEqual([true, true]);
  });

  await test.step('a disabled webhook gets no events, and the list shows the last 24 hours', async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await expect(page.getByText('Webhook disabled')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Enabled' })).not.toBeChecked();
    await page.getByRole('link', { name: 'Webhooks' }).first().click();
    const row = page.getByRole('row', { name: /Order system/ });
    await expect(row).toContainText('Disabled');
    await expect(row).toContainText('100%');
    await expect(row.getByRole('cell').nth(3)).toHaveText('2');
    await expectToFit(page);
  });

  await test.step('a deleted webhook is gone', async () => {
    await page.getByRole('button', { name: 'More actions for Order system' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete Order system?' }).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Webhook deleted')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  });
  // The failed test is reported by the browser, too.
  administrator.expectNoComplaints(422);
  receiver.close();
});

test('failed deliveries are shown and sent again, one and all', async ({ page, oss }) => {
  const receiver = await startWebhookReceiver();
  const administrator = await becomeAdministrator(page, oss);
  const { id } = await addWebhook(administrator, receiver.url, 0);
  [receiver.status, receiver.answer] = [500, 'out of stock'];
  await createUser(administrator, 'ada');
  await expect.poll(() => receiver.usernames()).toEqual(['ada']);
  await page.goto(`${oss.consoleUrl}/webhooks/${id}/recent-requests`);
  await expect(page.getByText('1 delivery has failed for good')).toBeVisible();
  await expect(page.getByText('0%')).toBeVisible();
  await expectToFit(page);

  await test.step('requests are filtered by status', async () => {
    await page.getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitemradio', { name: 'Success' }).click();
    await expect(page.getByText('Nothing matches these filters')).toBeVisible();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect(page.getByRole('row', { name: /User\.Created/ })).toContainText('500');
  });

  await test.step('one delivery is sent again from its request', async () => {
    await page
      .getByRole('row', { name: /User\.Created/ })
      .getByRole('link')
      .click();
    await expect(page.getByText('This delivery has failed for good')).toBeVisible();
    await expect(page.getByRole('group', { name: 'Response body' })).toContainText('out of stock');
    await expectToFit(page);
    [receiver.status, receiver.answer] = [200, 'thank you'];
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText('This delivery is no longer waiting')).toBeVisible({ timeout: 20_000 });
    expect(receiver.usernames()).toEqual(['ada', 'ada']);
    const [first, second] = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(second).toBe(first);
  });

  await test.step('all failed deliveries are sent again', async () => {
    receiver.status = 500;
    await Promise.all([createUser(administrator, 'bo'), createUser(administrator, 'cy')]);
    await page.getByRole('link', { name: 'Recent requests' }).click();
    await page.getByRole('link', { name: 'Show undelivered events' }).click({ timeout: 20_000 });
    await expect(page.getByText('1–2 of 2')).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('row', { name: /User\.Created/ }).first()).toContainText('status 500');
    await expectToFit(page);
    receiver.status = 200;
    receiver.received.length = 0;
    await page.getByRole('button', { name: 'Send all failed again' }).click();
    const question = page.getByRole('dialog', { name: 'Send 2 failed deliveries again?' });
    await question.getByRole('button', { name: 'Send all failed again' }).click();
    await expect(page.getByText('Sending 2 deliveries')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Everything is delivered' })).toBeVisible({ timeout: 20_000 });
    expect(receiver.usernames().toSorted()).toEqual(['bo', 'cy']);
    await expectToFit(page);
  });

  await test.step('a server error is shown, and the page can be retried', async () => {
    await page.route(`**${webhooksApi.list.path}?**`, (route) => route.fulfill({ status: 500, json: {} }));
    await visit(page, `${oss.consoleUrl}/webhooks`);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 20_000 });
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('row', { name: /Order system/ })).toBeVisible();
  });
  administrator.expectNoComplaints(500);
  receiver.close();
});
