import { applicationsApi } from '@postern/contracts/access/applications';
import { Administrator, administratorsApi } from '@postern/contracts/people/administrators';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import { auditApi, Log } from '@postern/contracts/records/audit';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { failWith, refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, expectNoProblems, openScreen } from '../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

type Payload = Partial<Log['payload']>;
const log = (id: string, key: string, payload: Payload = {}, result: 'Success' | 'Error' = 'Success') =>
  sample(Log, { id, key, createdAt: Date.now() - 3_600_000, payload: { key, result, ...payload } });

const error = { code: 'session.invalid_credentials', message: 'Wrong password.' };
const password = 'Interaction.SignIn.Verification.Password.Submit';
const failed = log('log-failed', password, { userId: 'ghost', ip: '192.0.2.7', error }, 'Error');
const changed = log('log-change', 'Organization.Membership.Updated', { organizationId: 'org1' });
const logs = [failed, changed];

/** Entries, filtered as the server does. */
function answerLogs(all: readonly Log[]): void {
  api.on(usersApi.list, []);
  api.on(applicationsApi.list, []);
  api.on(organizationsApi.list, []);
  api.on(organizationsApi.get, refuse('entity.not_found'));
  api.on(auditApi.list, ({ query }) =>
    all.filter(
      ({ key, payload }) =>
        key === (query.logKey ?? key) &&
        payload.organizationId === (query.organizationId ?? payload.organizationId) &&
        payload.userId === (query.userId ?? payload.userId),
    ),
  );
  api.on(auditApi.get, ({ params }) => all.find(({ id }) => id === params.id) ?? refuse('entity.not_exists_with_id'));
}

const table = page.getByRole('table', { name: 'Audit logs' });
const rows = () => table.getByRole('row').elements().length;

test('a log that cannot be loaded says so, and has nothing to list in a new tenant', async () => {
  answerLogs([]);
  api.on(auditApi.list, failWith(500));
  await openScreen('/audit-logs');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Audit logs' })).toBeVisible();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  answerLogs([]);
  await again.click();
  await expect.element(page.getByText('No log entries yet')).toBeVisible();
});

test('entries are filtered by event and time, and the URL keeps the filters', async () => {
  answerLogs(logs);
  await openScreen('/audit-logs?logKey=Organization.Membership.Updated');
  await expect.poll(rows).toBe(2);
  await page.getByRole('button', { name: 'Clear filter Event' }).click();
  await expect.element(table.getByRole('link', { name: /Sign-in: password checked/ })).toBeVisible();
  await expect.element(table.getByRole('link', { name: /Organization: members changed/ })).toBeVisible();
  await expectToFit();

  await page.getByRole('button', { name: 'Event', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search events' }).fill('members');
  await page.getByRole('checkbox', { name: 'Organization: members changed' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.poll(rows).toBe(2);
  expect(location.search).toMatch(/logKey=Organization\.Membership\.Updated/);
  await page.getByRole('button', { name: 'Clear filter Event' }).click();

  await page.getByRole('button', { name: 'Time', exact: true }).click();
  await page.getByRole('radio', { name: 'In the last 30 days' }).click();
  await expect.poll(() => location.search).toMatch(/start_time=-30d/);
  const days = 86_400_000;
  await expect
    .poll(() => Date.now() - Number(api.requestsOf(auditApi.list).at(-1)?.query.start_time))
    .toBeGreaterThan(29 * days);

  await openScreen('/audit-logs?organizationId=unknown');
  await expect.element(page.getByText('Nothing matches these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect.element(table).toBeVisible();
});

test('an entry shows its error and raw text, and going back keeps the filters', async () => {
  answerLogs(logs);
  api.on(usersApi.get, refuse('entity.not_found'));
  await openScreen(`/audit-logs?logKey=${password}&userId=ghost`);
  await table.getByRole('link', { name: /Sign-in: password checked/ }).click();
  await expect.element(page.getByText('Wrong password.').first()).toBeVisible();
  await expect.element(page.getByText('192.0.2.7').first()).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'Raw entry' })).toMatchTextContent(/"id": "log-failed"/);
  await expectToFit();
  history.back();
  await expect.poll(rows).toBe(2);
});

test('a change names the administrator who made it', async () => {
  const actor = { type: 'administrator', id: 'administrator' };
  answerLogs([log('log-role', 'Role.Created', { actor })]);
  api.on(administratorsApi.list, [sample(Administrator, { id: 'administrator', username: 'admin' })]);
  await openScreen('/audit-logs');
  await expect.element(table.getByRole('cell', { name: 'Administrator admin' })).toBeVisible();
  await table.getByRole('link', { name: /Role: created/ }).click();
  await expect.element(page.getByText(/^Administrator admin \(\w+\)$/)).toBeVisible();
});

test('attack 34: markup in an entry is shown as text', async () => {
  const markup = '<img src=x onerror="document.title=\'owned\'">';
  const payload = { userId: markup, ip: markup, userAgent: markup, error: { code: 'x', message: markup } };
  answerLogs([log('log-markup', 'Interaction.SignIn.Submit', payload, 'Error')]);
  api.on(usersApi.get, refuse('entity.not_found'));
  await openScreen('/audit-logs/log-markup');
  await expect.element(page.getByText(markup).first()).toBeVisible();
  expect(document.querySelector('img[src="x"]')).toBeNull();
  expect(document.title).not.toBe('owned');
});
