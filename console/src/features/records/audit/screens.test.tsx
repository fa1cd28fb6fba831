import { applicationsApi } from '@postern/contracts/access/applications';
import { resourcesApi } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import { administratorsApi } from '@postern/contracts/people/administrators';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { User, usersApi } from '@postern/contracts/people/users';
import { auditApi, Log, type LogChain } from '@postern/contracts/records/audit';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { failWith, refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, expectNoProblems, openScreen } from '../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

type Payload = Partial<Log['payload']>;
const log = (id: string, key: string, payload: Payload = {}, result: 'Success' | 'Error' = 'Success'): Log => ({
  ...sample(Log, { id, key, createdAt: Date.now() - 3_600_000, payload: { key, result, ...payload } }),
  actor: null,
  object: null,
});
const acme = { kind: 'Organization', id: 'org1', name: 'Acme', exists: true };
const ada = { kind: 'administrator', id: 'administrator', name: 'Ada', exists: true } as const;

const error = { code: 'session.invalid_credentials', message: 'Wrong password.' };
const password = 'Interaction.SignIn.Verification.Password.Submit';
const failed = log('log-failed', password, { userId: 'ghost', ip: '192.0.2.7', error }, 'Error');
const changed = {
  ...log('log-change', 'Organization.Membership.Updated', { organizationId: 'org1' }),
  actor: ada,
  object: acme,
};
const logs = [failed, changed];

/** Entries, filtered as the server does. */
function answerLogs(all: readonly Log[]): void {
  api.on(usersApi.list, []);
  api.on(applicationsApi.list, []);
  api.on(administratorsApi.list, []);
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

test('a row says who did what to which object, and both lead to their pages', async () => {
  answerLogs([
    changed,
    {
      ...log('log-token', 'ExchangeTokenBy.ClientCredentials'),
      actor: { kind: 'application', id: 'app1', name: 'Shop', exists: true },
    },
    { ...log('log-job', 'User.Deleted'), actor: { kind: 'system', id: null, name: null, exists: false } },
  ]);
  await openScreen('/audit-logs');
  await expect.element(table.getByRole('cell', { name: 'Ada Administrator' })).toBeVisible();
  await expect.element(table.getByRole('cell', { name: 'Acme Organization' })).toBeVisible();
  await expect.element(table.getByRole('cell', { name: 'System' })).toBeVisible();
  await expect
    .element(table.getByRole('link', { name: 'Acme' }))
    .toHaveAttribute('href', expect.stringMatching(/organizations\/org1/));
  await expect
    .element(table.getByRole('link', { name: 'Shop' }))
    .toHaveAttribute('href', expect.stringMatching(/applications\/app1/));
  expect(table.getByRole('link', { name: 'Ada' }).elements()).toHaveLength(0);
});

test('deleted objects keep their recorded name or get their kind and the start of their id, without a link', async () => {
  answerLogs([
    { ...changed, object: { ...acme, name: 'Former', exists: false } },
    {
      ...log('log-gone', 'Role.Deleted'),
      actor: { kind: 'user', id: 'abcdefghijkl', name: null, exists: false },
      object: { kind: 'Role', id: 'r0123456789', name: null, exists: false },
    },
  ]);
  await openScreen('/audit-logs');
  await expect.element(table.getByText('Former')).toBeVisible();
  await expect.element(table.getByText('User abcdefgh')).toBeVisible();
  await expect.element(table.getByText('Role r0123456')).toBeVisible();
  expect(table.getByRole('link', { name: /Former|abcdefgh|r0123456/ }).elements()).toHaveLength(0);
});

test('on a phone a row is two lines: the event, then who, what and when', async () => {
  answerLogs([failed, changed]);
  await page.viewport(390, 844);
  await openScreen('/audit-logs');
  await expect.element(table.getByText(/^Ada → Acme · /)).toBeVisible();
  await expect.element(table.getByText(/^Failed · /)).toBeVisible();
  await expect.element(table.getByRole('cell', { name: 'Ada Administrator' })).not.toBeInTheDocument();
  await page.viewport(1440, 900);
});

test('in Arabic, a Latin name and an Arabic date on one line are not mixed up', async () => {
  answerLogs([changed]);
  await page.viewport(390, 844);
  await openScreen('/audit-logs', { language: 'ar' });
  const line = page.getByRole('table').getByText(/^Ada → Acme · /);
  await expect.element(line).toBeVisible();
  const parts = line.element().querySelectorAll('bdi');
  const [names, time] = [...parts].map((part) => part.getBoundingClientRect());
  await page.viewport(1440, 900);
  // From right to left: the names, and then the time, which is not torn apart by them.
  expect(names?.left).toBeGreaterThanOrEqual(time?.right ?? Infinity);
});

test('the events of the filter are in groups, and a search finds a whole group', async () => {
  answerLogs(logs);
  await openScreen('/audit-logs');
  await page.getByRole('button', { name: 'Event', exact: true }).click();
  const options = page.getByRole('group', { name: 'Event' });
  await expect.element(options.getByText('Webhook', { exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search events' }).fill('log stream');
  await expect.poll(() => options.getByRole('checkbox').elements().length).toBe(4);
});

test('filters by actor, object and result are in the URL and in the request', async () => {
  answerLogs(logs);
  api.on(usersApi.list, [sample(User, { id: 'anna1', name: 'Anna', username: 'anna' })]);
  api.on(rolesApi.list, []);
  api.on(resourcesApi.list, []);
  await openScreen('/audit-logs');
  await page.getByRole('button', { name: 'Done by', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Anna' }).click();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Object', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search names and IDs' }).fill('organization invit');
  await page.getByRole('checkbox', { name: 'Organization invitation: all' }).click();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Result', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Failed' }).click();
  await expect
    .poll(() => api.requestsOf(auditApi.list).at(-1)?.query)
    .toMatchObject({ actorId: 'anna1', objectKind: 'OrganizationInvitation', outcome: 'Error' });
  expect(location.search).toMatch(/actorId=anna1.*objectKind=OrganizationInvitation.*outcome=Error/);
});

test('an entry says what changed in words, with names, and hides what is not recorded', async () => {
  answerLogs([
    {
      ...changed,
      key: 'Organization.Data.Updated',
      payload: {
        key: 'Organization.Data.Updated',
        result: 'Success',
        changes: {
          name: { before: 'Acme Ltd.', after: 'Acme' },
          isMfaRequired: { before: false, after: true },
          customData: {},
          'oidcClientMetadata.redirectUris': { before: [], after: ['https://a.example'] },
        },
        addedUserIds: ['u1', 'u2deleted99'],
      },
      names: { u1: 'Nora' },
    },
  ]);
  await openScreen('/audit-logs/log-change');
  const what = page.getByRole('table', { name: 'What changed' });
  await expect.element(what.getByRole('row', { name: 'Name Acme Ltd. Acme' })).toBeVisible();
  await expect.element(what.getByRole('row', { name: 'Second factor required No Yes' })).toBeVisible();
  await expect.element(what.getByRole('row', { name: 'Custom data (not recorded) (not recorded)' })).toBeVisible();
  await expect.element(what.getByRole('row', { name: 'Redirect URIs (empty) https://a.example' })).toBeVisible();
  await expect.element(what.getByRole('row', { name: 'Added: User – Nora, u2delete' })).toBeVisible();
  await expect.element(page.getByText('Administrator Ada (administrator)')).toBeVisible();
  await expectToFit();
});

const chain = (result: Partial<NonNullable<NonNullable<LogChain['verification']>['result']>> | null): LogChain => ({
  seq: 1204,
  verification: {
    requestedAt: Date.now() - 60_000,
    finishedAt: Date.now() - 50_000,
    result: result && {
      entries: 1204,
      head: { seq: 1204, hash: '9f86d081'.repeat(8) },
      isSealChecked: true,
      unsealed: null,
      problems: 0,
      findings: [],
      ...result,
    },
  },
});

test('the chain is verified by a button, and its state follows', async () => {
  api.on(auditApi.chain, { seq: 1204, verification: null });
  api.on(auditApi.verifyChain, () => {
    api.on(auditApi.chain, chain({}));
    return { seq: 1204, verification: { requestedAt: Date.now(), finishedAt: null, result: null } };
  });
  await openScreen('/audit-logs/integrity');
  await expect.element(page.getByText('Not verified yet')).toBeVisible();
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect.element(page.getByText('Complete and unchanged')).toBeVisible();
  await expect.element(page.getByText(/^1204:9f86d081/)).toBeVisible();
  await expectToFit();
});

test('the first wrong entries are named, with links to those that exist', async () => {
  const findings = [
    { kind: 'removed', from: 3, to: 5 },
    { kind: 'changed', seq: 9, id: 'log-nine' },
    { kind: 'rewritten', part: 'head' },
  ] as const;
  api.on(auditApi.chain, chain({ problems: 7, findings: [...findings], unsealed: { from: 1, to: 2 } }));
  await openScreen('/audit-logs/integrity');
  await expect.element(page.getByText('7 problems found')).toBeVisible();
  await expect.element(page.getByText('Entries 3 to 5 were removed.')).toBeVisible();
  await expect.element(page.getByText(/No seal protects the entries 1 to 2/)).toBeVisible();
  await expect.element(page.getByText(/These are the first 3/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Show entry' }))
    .toHaveAttribute('href', expect.stringMatching(/audit-logs\/log-nine/));
  await expectToFit();
});

test('a verification that failed says so', async () => {
  api.on(auditApi.chain, chain(null));
  await openScreen('/audit-logs/integrity');
  await expect.element(page.getByText('The verification could not be finished')).toBeVisible();
});

test('a chain that cannot be read says so', async () => {
  api.on(auditApi.chain, failWith(500));
  await openScreen('/audit-logs/integrity');
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
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
