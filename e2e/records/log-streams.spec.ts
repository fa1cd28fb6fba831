import { type LogStream, logStreamsApi } from '@postern/contracts/records/log-streams';
import { becomeAdministrator } from '../administrator.ts';
import { expect, test } from '../product.ts';
import { isSignedWith, startWebhookReceiver } from '../webhook-receiver.ts';

test.use({ environment: { ALLOW_PRIVATE_EGRESS: 'true' } });

test('a stream is created, tested, paused, repaired and deleted', async ({ page, oss }) => {
  const receiver = await startWebhookReceiver();
  const { api } = await becomeAdministrator(page, oss);
  const open = () => page.goto(`${oss.consoleUrl}/audit-logs/streams`);
  await open();
  const dialog = page.getByRole('dialog');
  const row = page.getByRole('table', { name: 'Streams' }).getByRole('row').nth(1);
  const choose = async (item: string) => {
    await row.getByRole('button', { name: /SIEM/ }).last().click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  let signingKey = '';
  /** Loads the page again when the server has reached the state, instead of waiting until it reads it again. */
  const reloadWhen = async (isReached: (stream: LogStream | undefined) => boolean) => {
    await expect.poll(async () => isReached((await api<LogStream[]>('get', logStreamsApi.list.path))[0])).toBe(true);
    await open();
  };

  await test.step('a stream is created', async () => {
    await page.getByRole('button', { name: 'Create stream' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('SIEM');
    await dialog.getByRole('radio', { name: /Webhook/ }).check();
    await dialog.getByRole('textbox', { name: 'Endpoint URL' }).fill(receiver.url);
    signingKey = await dialog.getByRole('textbox', { name: 'Signing key' }).inputValue();
    await dialog.getByRole('button', { name: 'Add header' }).click();
    await dialog.getByRole('textbox', { name: 'Header 1: name' }).fill('Authorization');
    await dialog.getByLabel('Header 1: value').fill('Bearer of-the-siem');
    await dialog.getByRole('button', { name: 'Create stream' }).click();
    await expect(page.getByText('Stream created')).toBeVisible();
  });

  await test.step('its first entry is its own creation, signed with the key', async () => {
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
    const [first] = receiver.received;
    expect(first?.body).toContain('LogStream.Created');
    expect(first?.headers.authorization).toBe('Bearer of-the-siem');
    expect(first && isSignedWith(signingKey, first)).toBe(true);
    await reloadWhen((stream) => stream?.entriesBehind === 0);
    await expect(row.getByText('Up to date', { exact: true })).toBeVisible();
  });

  await test.step('a test shows the response', async () => {
    receiver.status = 403;
    receiver.answer = 'unknown token';
    await choose('Send a test');
    await dialog.getByRole('button', { name: 'Send test' }).click();
    await expect(dialog.getByText('It responded with the status 403.')).toBeVisible();
    await expect(dialog.getByText('unknown token')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('an outage is shown, and saving retries at once', async () => {
    await choose('Pause');
    await expect(row.getByText('Paused', { exact: true })).toBeVisible();
    await choose('Continue');
    await reloadWhen((stream) => typeof stream?.lastError === 'string');
    await expect(row.getByText(/^Failing since [^·]+$/)).toBeVisible();
    await expect(row.getByText('The endpoint answered with the status 403.')).toBeVisible();
    receiver.status = 200;
    await choose('Edit');
    await expect(dialog.getByLabel('Header 1: value')).toHaveValue('');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('SIEM two');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await reloadWhen((stream) => stream?.failingSince === null && stream.entriesBehind === 0);
    await expect(row.getByText('Up to date', { exact: true })).toBeVisible();
    expect(receiver.received.at(-1)?.headers.authorization).toBe('Bearer of-the-siem');
  });

  await test.step('it is deleted after a question', async () => {
    await choose('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { name: 'No streams yet' })).toBeVisible();
  });
  receiver.close();
});
