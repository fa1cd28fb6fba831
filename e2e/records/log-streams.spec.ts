import { becomeAdministrator } from '../administrator.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { expect, expectToFit, test } from '../product.ts';
import { isSignedWith, startWebhookReceiver } from '../webhook-receiver.ts';

test.use({ environment: { ALLOW_PRIVATE_EGRESS: 'true' } });

test('a stream is created, tested, paused, repaired and deleted', async ({ page, oss }) => {
  const receiver = await startWebhookReceiver();
  await becomeAdministrator(page, oss);
  await page.goto(`${oss.consoleUrl}/audit-logs`);
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Streams' }).click();
  await expect(page.getByRole('heading', { name: 'No streams yet' })).toBeVisible();
  const dialog = page.getByRole('dialog');
  const row = page.getByRole('table', { name: 'Streams' }).getByRole('row').nth(1);
  const choose = async (item: string) => {
    await row.getByRole('button', { name: /SIEM/ }).last().click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  let signingKey = '';

  await test.step('the dialog asks for the settings of the chosen type', async () => {
    await page.getByRole('button', { name: 'Create stream' }).press('Enter');
    await dialog.getByRole('radio', { name: /S3 storage/ }).check();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('SIEM');
    await dialog.getByRole('button', { name: 'Create stream' }).click();
    await expect(dialog.getByText('Fill in this field.')).toHaveCount(5);
    await expectAccessible(page);
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
    await expect(row.getByText('Up to date', { exact: true })).toBeVisible();
  });

  await test.step('a test shows the response', async () => {
    receiver.status = 403;
    receiver.answer = 'unknown token';
    await choose('Send a test');
    await dialog.getByRole('button', { name: 'Send test' }).click();
    await expect(dialog.getByText('It responded with the status 403.')).toBeVisible();
    await expect(dialog.getByText('unknown token')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('an outage is shown, and saving retries at once', async () => {
    await choose('Pause');
    await expect(row.getByText('Paused', { exact: true })).toBeVisible();
    await choose('Continue');
    await expect(row.getByText(/^Failing since [^·]+$/)).toBeVisible();
    await expect(row.getByText('The endpoint answered with the status 403.')).toBeVisible();
    await expectToFit(page);
    receiver.status = 200;
    await choose('Edit');
    await expect(dialog.getByLabel('Header 1: value')).toHaveValue('');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('SIEM two');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
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
