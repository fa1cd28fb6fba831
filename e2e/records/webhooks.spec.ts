import { pathOf } from '@postern/contracts/endpoint';
import { usersApi } from '@postern/contracts/people/users';
import { type Webhook, type WebhookStatus, webhooksApi } from '@postern/contracts/records/webhooks';
import { becomeAdministrator } from '../administrator.ts';
import { expect, test } from '../product.ts';
import { readCopied } from '../read-copied.ts';
import { visit } from '../visit.ts';
import { isSignedWith, startWebhookReceiver } from '../webhook-receiver.ts';

test.use({ environment: { ALLOW_PRIVATE_EGRESS: 'true' }, permissions: ['clipboard-read', 'clipboard-write'] });

test('a webhook is created, tested, called and rotated, and what failed is sent again', async ({ page, oss }) => {
  const receiver = await startWebhookReceiver();
  const administrator = await becomeAdministrator(page, oss);
  const createUser = (username: string) => administrator.api('post', usersApi.create.path, { username });
  const openTab = (name: string) =>
    page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }).click();
  await page.goto(`${oss.consoleUrl}/webhooks/create`);
  const creating = page.getByRole('dialog', { name: 'Create webhook' });
  await creating.getByRole('textbox', { name: 'Name' }).fill('Order system');
  await creating.getByRole('textbox', { name: 'Endpoint URL' }).fill(receiver.url);
  await creating.getByRole('checkbox', { name: 'User.Created' }).check();
  await creating.getByRole('button', { name: 'Create webhook' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Order system' })).toBeVisible();
  const id = new URL(page.url()).pathname.split('/webhooks/')[1]?.split('/')[0] ?? '';

  await test.step('a test shows whether the endpoint accepts the requests', async () => {
    await page.getByRole('button', { name: 'Send a test' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send a test' });
    await dialog.getByRole('button', { name: 'Send test' }).click();
    await expect(dialog.getByText('The endpoint accepted 1 request')).toBeVisible();
    expect(receiver.received.map(({ body }) => JSON.parse(body).event)).toEqual(['User.Created']);
    [receiver.status, receiver.answer] = [503, 'down for maintenance'];
    await dialog.getByRole('button', { name: 'Send test' }).click();
    await expect(dialog.getByText('The endpoint responded with the status 503.')).toBeVisible();
    await expect(dialog.getByText('down for maintenance')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    [receiver.status, receiver.answer] = [200, 'thank you'];
  });

  await test.step('requests carry custom headers, and are signed with both keys after a rotation', async () => {
    const copy = page.getByRole('button', { name: 'Copy Signing key' });
    const before = await readCopied(copy);
    await page.getByRole('button', { name: 'Add header' }).click();
    await page.getByRole('textbox', { name: 'Header 1: name' }).fill('Authorization');
    await page.getByLabel('Header 1: value').fill('Bearer of-the-orders');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Changes saved')).toBeVisible();
    await page.getByRole('button', { name: 'Rotate key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
    await expect.poll(() => readCopied(copy)).not.toBe(before);
    const after = await readCopied(copy);
    receiver.received.length = 0;
    await createUser('ada');
    await expect.poll(() => receiver.usernames()).toEqual(['ada']);
    const [request] = receiver.received;
    expect(request?.headers.authorization).toBe('Bearer of-the-orders');
    expect(request && [before, after].map((key) => isSignedWith(key, request))).toEqual([true, true]);
  });

  await test.step('a request is listed with its result and can be read', async () => {
    await openTab('Recent requests');
    await page
      .getByRole('row', { name: /User\.Created/ })
      .getByRole('link')
      .click();
    await expect(page.getByRole('group', { name: 'Request body' })).toContainText('"username": "ada"');
    await expect(page.getByRole('group', { name: 'Request headers' })).toContainText('webhook-signature: v1,');
    await expect(page.getByRole('group', { name: 'Response headers' })).toContainText('x-served-by: orders-1');
    await expect(page.getByRole('group', { name: 'Response body' })).toContainText('thank you');
  });

  await test.step('deliveries that failed for good are sent again, one and all', async () => {
    const { name, events } = await administrator.api<Webhook>('get', pathOf(webhooksApi.get, { id }));
    // Without retries a failure is final at once.
    const config = { url: receiver.url, retries: 0 };
    await administrator.api('patch', pathOf(webhooksApi.update, { id }), { name, events, config });
    [receiver.status, receiver.answer] = [500, 'out of stock'];
    receiver.received.length = 0;
    await Promise.all([createUser('bo'), createUser('cy')]);
    const status = () => administrator.api<WebhookStatus>('get', pathOf(webhooksApi.status, { id }));
    await expect.poll(async () => (await status()).dead).toBe(2);
    await visit(page, `${oss.consoleUrl}/webhooks/${id}/recent-requests`);
    await page.getByRole('row', { name: /500/ }).first().getByRole('link').click();
    await expect(page.getByRole('group', { name: 'Response body' })).toContainText('out of stock');
    [receiver.status, receiver.answer] = [200, 'thank you'];
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => receiver.received.length).toBe(3);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(2);
    await expect.poll(async () => (await status()).dead).toBe(1);
    await page.getByRole('link', { name: 'Recent requests' }).click();
    await page.getByRole('link', { name: 'Show undelivered events' }).click();
    await page.getByRole('button', { name: 'Send all failed again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send all failed again' }).click();
    await expect(page.getByRole('heading', { name: 'Everything is delivered' })).toBeVisible();
    expect(new Set(receiver.usernames().slice(2))).toEqual(new Set(['bo', 'cy']));
  });

  await test.step('a disabled webhook is listed with the requests of 24 hours, and a deleted one is gone', async () => {
    await administrator.api('patch', pathOf(webhooksApi.update, { id }), { enabled: false });
    await page.getByRole('link', { name: 'Webhooks' }).first().click();
    const row = page.getByRole('row', { name: /Order system/ });
    await expect(row).toContainText('Disabled');
    await expect(row).toContainText('60%');
    await expect(row.getByRole('cell').nth(3)).toHaveText('5');
    await page.getByRole('button', { name: 'More actions for Order system' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete Order system?' }).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  });
  // The failed test is reported by the browser, too.
  administrator.expectNoComplaints(422);
  receiver.close();
});
