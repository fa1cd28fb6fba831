import { applicationsApi } from '@postern/contracts/access/applications';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import { auditApi } from '@postern/contracts/records/audit';
import { LogStream, LogStreamTest, logStreamsApi } from '@postern/contracts/records/log-streams';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { api, expectNoProblems, openScreen, press } from '../../../testing/open-screen.tsx';

afterEach(() => {
  vi.useRealTimers();
  expectNoProblems();
});

const heading = (name: string) => page.getByRole('heading', { name });
const dialog = page.getByRole('dialog');
const siem = sample(LogStream, {
  id: 'siem',
  name: 'SIEM',
  type: 'webhook',
  webhook: { url: 'https://siem.example/logs', headerNames: ['authorization'], isSigningKeySet: true },
  enabled: true,
});

test('an empty list offers a stream, and its dialog asks for the settings of the chosen type', async () => {
  api.on(auditApi.list, []);
  api.on(usersApi.list, []);
  api.on(applicationsApi.list, []);
  api.on(organizationsApi.list, []);
  api.on(logStreamsApi.list, []);
  api.on(logStreamsApi.create, siem);
  await openScreen('/audit-logs');
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Streams' }).click();
  await expect.element(heading('No streams yet')).toBeVisible();
  await press(page.getByRole('button', { name: 'Create stream' }), '{Enter}');
  await dialog.getByRole('radio', { name: /S3 storage/ }).click();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('SIEM');
  const submit = dialog.getByRole('button', { name: 'Create stream' });
  await submit.click();
  await expect.poll(() => dialog.getByText('Fill in this field.').elements().length).toBe(5);
  await expectAccessible();
  await dialog.getByRole('radio', { name: /Webhook/ }).click();
  await dialog.getByRole('textbox', { name: 'Endpoint URL' }).fill('https://siem.example/logs');
  const signingKey = (dialog.getByRole('textbox', { name: 'Signing key' }).element() as HTMLInputElement).value;
  await dialog.getByRole('button', { name: 'Add header' }).click();
  await dialog.getByRole('textbox', { name: 'Header 1: name' }).fill('Authorization');
  await dialog.getByLabelText('Header 1: value').fill('Bearer of-the-siem');
  await submit.click();
  await expect.element(page.getByText('Stream created')).toBeVisible();
  expect(api.requestsOf(logStreamsApi.create)[0]?.body).toMatchObject({
    name: 'SIEM',
    type: 'webhook',
    webhook: { url: 'https://siem.example/logs', signingKey, headers: { Authorization: 'Bearer of-the-siem' } },
  });
});

test('a stream is tested, paused, edited without its secrets, and deleted after a question', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let streams = [siem];
  api.on(logStreamsApi.list, () => streams);
  const change = (given: Partial<LogStream>) => {
    streams = streams.map((stream) => ({ ...stream, ...given }));
    return streams[0] ?? siem;
  };
  api.on(logStreamsApi.update, ({ body: { name, enabled } }) =>
    change({ ...(name && { name }), ...(enabled !== undefined && { enabled }) }),
  );
  api.on(logStreamsApi.remove, () => {
    streams = [];
  });
  const refused = { isDelivered: false, status: 403, body: 'unknown token' };
  api.on(logStreamsApi.test, sample(LogStreamTest, refused));
  await openScreen('/audit-logs/streams');
  const row = page.getByRole('table', { name: 'Streams' }).getByRole('row').nth(1);
  await expect.element(row.getByText('Up to date', { exact: true })).toBeVisible();
  const choose = async (item: string) => {
    await row.getByRole('button', { name: /SIEM/ }).last().click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Send a test');
  const send = dialog.getByRole('button', { name: 'Send test' });
  await send.click();
  await expect.element(dialog.getByText('It responded with the status 403.')).toBeVisible();
  await expect.element(dialog.getByText('unknown token')).toBeVisible();
  await expectAccessible();
  api.on(logStreamsApi.test, sample(LogStreamTest, { isDelivered: true, status: 200 }));
  await send.click();
  await expect.element(dialog.getByText('The receiver accepted the entry')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();

  await choose('Pause');
  await expect.element(row.getByText('Paused', { exact: true })).toBeVisible();
  await choose('Continue');
  await expect.element(row.getByText('Up to date', { exact: true })).toBeVisible();
  change({ failingSince: 1_750_000_000_000, lastStatus: 403, lastError: 'The endpoint answered with the status 403.' });
  // The page reads the streams again by itself.
  vi.advanceTimersByTime(5000);
  await expect.element(row.getByText(/^Failing since [^·]+$/)).toBeVisible();
  await expect.element(row.getByText('The endpoint answered with the status 403.')).toBeVisible();
  await expectToFit();

  await choose('Edit');
  await expect.element(dialog.getByLabelText('Header 1: value')).toHaveValue('');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('SIEM two');
  change({ failingSince: null, lastStatus: null, lastError: null });
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(row.getByText('Up to date', { exact: true })).toBeVisible();
  // Null keeps the stored value.
  expect(api.requestsOf(logStreamsApi.update).at(-1)?.body.webhook?.headers).toEqual({ authorization: null });

  await choose('Delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(heading('No streams yet')).toBeVisible();
});
