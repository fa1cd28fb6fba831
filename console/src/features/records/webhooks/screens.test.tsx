import { auditApi, Log } from '@postern/contracts/records/audit';
import {
  Webhook,
  WebhookDelivery,
  WebhookLog,
  WebhookStatus,
  WebhookWithStats,
  webhookEvents,
  webhooksApi,
} from '@postern/contracts/records/webhooks';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { failWith, refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, expectNoProblems, openScreen, press } from '../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

const heading = (name: string) => page.getByRole('heading', { name });
const dialog = (name: string) => page.getByRole('dialog', { name });
const url = 'https://orders.example/hooks';
const hook = sample(Webhook, {
  id: 'hook',
  name: 'Order system',
  events: ['User.Created', 'User.Deleted'],
  config: { url },
  signingKey: 'first-signing-key',
  enabled: true,
});
const executionStats = { successCount: 3, requestCount: 4 };

/** The requests and deliveries of the webhook. */
function answerRequests(deliveries: WebhookDelivery[], logs: WebhookLog[]): void {
  const dead = () => deliveries.filter(({ state }) => state === 'dead').length;
  api.on(webhooksApi.get, { ...hook, executionStats });
  api.on(webhooksApi.status, () => sample(WebhookStatus, { waiting: deliveries.length - dead(), dead: dead() }));
  api.on(webhooksApi.deliveries, ({ query }) =>
    deliveries.filter(({ id, state }) => id === (query.deliveryId ?? id) && state === (query.state ?? state)),
  );
  api.on(webhooksApi.recentLogs, ({ query }) =>
    logs.filter(({ payload }) => payload.result === (query.result ?? payload.result)),
  );
}

const delivery = (id: string) =>
  sample(WebhookDelivery, {
    id,
    hookId: 'hook',
    event: 'User.Created',
    state: 'dead',
    attempts: 1,
    lastStatus: 500,
    lastError: 'The endpoint answered with the status 500.',
  });
const failed = sample(WebhookLog, {
  id: 'log',
  key: 'TriggerHook.User.Created',
  createdAt: Date.now(),
  payload: {
    key: 'TriggerHook.User.Created',
    result: 'Error',
    hookId: 'hook',
    deliveryId: 'one',
    attempt: 1,
    hookRequest: { body: { event: 'User.Created', data: { username: 'ada' } } },
    response: { statusCode: 500, body: 'out of stock' },
    headers: { request: { 'webhook-signature': 'v1,abc' }, response: { 'x-served-by': 'orders-1' } },
  },
});

test('an empty list offers to create a webhook, which needs a name, an address and events', async () => {
  api.on(webhooksApi.list, []);
  api.on(webhooksApi.create, hook);
  api.on(webhooksApi.get, { ...hook, executionStats });
  api.on(webhooksApi.status, sample(WebhookStatus));
  await openScreen('/webhooks');
  await expect.element(heading('No webhooks yet')).toBeVisible();
  await expectToFit();
  await press(page.getByRole('link', { name: 'Create webhook' }), '{Enter}');
  const create = dialog('Create webhook');
  await expect.element(create.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await userEvent.keyboard('Order');
  const address = create.getByRole('textbox', { name: 'Endpoint URL' });
  await address.fill('orders.example.com');
  const submit = create.getByRole('button', { name: 'Create webhook' });
  await submit.click();
  await expect.element(create.getByText('Choose at least one event.')).toBeVisible();
  await expect.element(create.getByText(/^Start with https/)).toBeVisible();
  await expectAccessible();
  await address.fill(url);
  const all = create.getByRole('checkbox', { name: 'All events: Users' });
  await press(all, ' ');
  await expect.element(create.getByRole('checkbox', { name: 'User.Created' })).toBeChecked();
  await create.getByRole('checkbox', { name: 'User.Data.Updated' }).click();
  await expect.element(all).not.toBeChecked();
  await submit.click();
  await expect.element(page.getByText('Webhook created')).toBeVisible();
  expect(api.requestsOf(webhooksApi.create)[0]?.body).toMatchObject({
    name: 'Order',
    config: { url },
    events: ['User.Created', 'User.Deleted', 'User.SuspensionStatus.Updated'],
  });
});

test('a list that cannot be loaded says so; then it shows the state and the last 24 hours', async () => {
  api.on(webhooksApi.list, failWith(500));
  await openScreen('/webhooks');
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  api.on(webhooksApi.list, [sample(WebhookWithStats, { ...hook, enabled: false, executionStats })]);
  await page.getByRole('button', { name: 'Try again' }).click();
  const row = page.getByRole('row', { name: /Order system/ });
  await expect.element(row).toMatchTextContent(/Disabled/);
  await expect.element(row).toMatchTextContent(/75%/);
  await expect.element(row.getByRole('cell').nth(3)).toHaveTextContent('4');
  await expectToFit();
  api.on(webhooksApi.remove, undefined);
  api.on(webhooksApi.list, []);
  await page.getByRole('button', { name: 'More actions for Order system' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog('Delete Order system?').getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('Webhook deleted')).toBeVisible();
  await expect.element(heading('No webhooks yet')).toBeVisible();
});

test('the settings show a sample payload of every event', async () => {
  api.on(webhooksApi.get, { ...hook, executionStats });
  api.on(webhooksApi.status, sample(WebhookStatus));
  api.on(webhooksApi.sample, ({ params: { event } }) => ({ event, data: { id: 'fake-id' } }));
  await openScreen('/webhooks/hook/settings');
  const choice = page.getByRole('combobox', { name: 'Sample payload' });
  await choice.click();
  await expect.poll(() => page.getByRole('option').elements().length).toBe(webhookEvents.length);
  await page.getByRole('option', { name: 'Role.Data.Updated', exact: true }).click();
  const payload = page.getByRole('group', { name: 'Sample of Role.Data.Updated' });
  await expect.element(payload).toMatchTextContent(/"event": "Role\.Data\.Updated"/);
  await expect.element(page.getByText(/unsaved change/)).not.toBeInTheDocument();
  await expectToFit();
});

test('headers need a value, a rotation shows the new key, and disabling asks first', async () => {
  let current: WebhookWithStats = { ...hook, executionStats };
  let previousKeyUntil: number | null = null;
  api.on(webhooksApi.get, () => current);
  api.on(webhooksApi.status, () => sample(WebhookStatus, { previousKeyUntil }));
  api.on(webhooksApi.update, ({ body }) => {
    current = { ...current, ...(body as Partial<Webhook>) };
    return current;
  });
  api.on(webhooksApi.rotateKey, () => {
    current = { ...current, signingKey: 'second-signing-key' };
    previousKeyUntil = Date.now() + 86_400_000;
    return current;
  });
  await openScreen('/webhooks/hook');
  await page.getByRole('button', { name: 'Add header' }).click();
  await page.getByRole('textbox', { name: 'Header 1: name' }).fill('Authorization');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(page.getByText('Enter a value.')).toBeVisible();
  await page.getByLabelText('Header 1: value').fill('Bearer of-the-orders');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  expect(current.config.headers).toEqual({ Authorization: 'Bearer of-the-orders' });
  await page.getByRole('button', { name: 'Rotate key' }).click();
  await dialog('Rotate the signing key?').getByRole('button', { name: 'Rotate key' }).click();
  await expect.element(page.getByText('The previous key is still used')).toBeVisible();
  await page.getByRole('button', { name: 'Show Signing key' }).click();
  await expect.element(page.getByText('second-signing-key')).toBeVisible();
  await expectToFit();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect.element(page.getByText('Webhook disabled')).toBeVisible();
  await expect.element(page.getByRole('switch', { name: /^Enabled/ })).not.toBeChecked();
});

test('a test says whether the endpoint accepts the requests', async () => {
  api.on(webhooksApi.get, { ...hook, executionStats });
  api.on(webhooksApi.status, sample(WebhookStatus));
  api.on(webhooksApi.test, undefined);
  await openScreen('/webhooks/hook');
  await page.getByRole('button', { name: 'Send a test' }).click();
  const test = dialog('Send a test');
  const send = test.getByRole('button', { name: 'Send test' });
  await send.click();
  await expect.element(test.getByText('The endpoint accepted 2 requests')).toBeVisible();
  const answer = { responseStatus: 503, responseBody: 'down for maintenance' };
  api.on(webhooksApi.test, refuse('hook.endpoint_responded_with_error', answer));
  await send.click();
  await expect.element(test.getByText('The endpoint responded with the status 503.')).toBeVisible();
  await expect.element(test.getByText('down for maintenance')).toBeVisible();
  await expectAccessible();
});

test('requests are filtered by status and can be read, and a dead delivery is sent again', async () => {
  answerRequests([], []);
  await openScreen('/webhooks/hook/recent-requests');
  await expect.element(heading('No requests in the last 24 hours')).toBeVisible();
  const deliveries = [delivery('one')];
  answerRequests(deliveries, [failed]);
  api.on(webhooksApi.status, () => sample(WebhookStatus, { dead: deliveries.length }));
  await openScreen('/webhooks/hook/recent-requests');
  await expect.element(page.getByText('1 delivery has failed for good')).toBeVisible();
  await expectToFit();
  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('menuitemradio', { name: 'Success' }).click();
  await expect.element(page.getByText('Nothing matches these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  const row = page.getByRole('row', { name: /User\.Created/ });
  await expect.element(row).toMatchTextContent(/500/);
  api.on(auditApi.get, sample(Log, failed as never));
  await row.getByRole('link').click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'User.Created' })).toBeVisible();
  await expect.element(page.getByText('This delivery has failed for good')).toBeVisible();
  const group = (name: string) => page.getByRole('group', { name });
  await expect.element(group('Request body')).toMatchTextContent(/"username": "ada"/);
  await expect.element(group('Request headers')).toMatchTextContent(/webhook-signature: v1,/);
  await expect.element(group('Response headers')).toMatchTextContent(/x-served-by: orders-1/);
  await expect.element(group('Response body')).toMatchTextContent(/out of stock/);
  await expectToFit();
  api.on(webhooksApi.replay, () => deliveries.pop() ?? refuse('entity.not_exists_with_id'));
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect.element(page.getByText('This delivery is no longer waiting')).toBeVisible();
});

test('all dead deliveries are sent again after a question', async () => {
  const deliveries = [delivery('one'), delivery('two')];
  answerRequests(deliveries, [failed]);
  api.on(webhooksApi.replayAll, () => ({ replayed: deliveries.splice(0).length }));
  await openScreen('/webhooks/hook/recent-requests');
  await page.getByRole('link', { name: 'Show undelivered events' }).click();
  await expect.element(page.getByText('1–2 of 2')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /User\.Created/ }).first()).toMatchTextContent(/status 500/);
  await expectToFit();
  await page.getByRole('button', { name: 'Send all failed again' }).click();
  await dialog('Send 2 failed deliveries again?').getByRole('button', { name: 'Send all failed again' }).click();
  await expect.element(page.getByText('Sending 2 deliveries')).toBeVisible();
  await expect.element(heading('Everything is delivered')).toBeVisible();
  await expectToFit();
});
