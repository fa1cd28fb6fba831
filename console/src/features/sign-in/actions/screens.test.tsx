import { type Action, ActionReport, actionsApi } from '@postern/contracts/sign-in/actions';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api, expectNoProblems, openScreen, pressSave } from '../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

const editor = page.getByRole('textbox', { name: 'Script' });
const run = page.getByRole('button', { name: 'Run' });

/** The script after sign-in, which the page can change. */
function answerScript(stored?: Action): void {
  let action = stored;
  api.on(actionsApi.list, () => (action ? [{ key: 'action.postSignIn' as const, value: action }] : []));
  api.on(actionsApi.save, ({ body }) => (action = body));
  api.on(actionsApi.remove, () => {
    action = undefined;
  });
}

test('without scripts, both moments offer one, and the panels of a new one fit a phone', async () => {
  answerScript();
  await openScreen('/actions');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Actions' })).toBeVisible();
  await expect.poll(() => page.getByRole('link', { name: 'Create script' }).elements().length).toBe(2);
  await expectToFit();
  const card = page.getByRole('region', { name: 'After a wrong password' });
  await card.getByRole('link', { name: 'Create script' }).click();
  await expect.element(editor).toMatchTextContent('runAction');
  expect(location.pathname).toMatch(/actions\/postFirstFactorVerification\/create$/);
  // A failed script never proves a password, so there is nothing to choose.
  await expect.element(page.getByRole('switch', { name: /^Run the script/ })).toBeVisible();
  await expect.element(page.getByRole('switch', { name: /^Let people in/ })).not.toBeInTheDocument();
  for (const name of [/^Test/, /^Variables/, /^Reference/]) {
    await page.getByRole('tab', { name }).click();
    await expectToFit();
  }
  await page.getByText('event', { exact: true }).click();
  await expect.element(page.getByText(/The password that the person typed\./)).toBeVisible();
  await expectAccessible();
  await openScreen('/actions/preSignIn/create');
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('a script is created with its switches, shown as on, and deleted', async () => {
  answerScript();
  await openScreen('/actions/postSignIn/create');
  await page.getByRole('tab', { name: /^Variables/ }).click();
  await page.getByRole('button', { name: 'Add variable' }).click();
  await page.getByLabelText('Name of variable 1').fill('API_KEY');
  await page.getByLabelText('Value of variable 1').fill('s3cret');
  await page.getByRole('switch', { name: /^Run the script/ }).click();
  await page.getByRole('switch', { name: /^Let people in if the script fails/ }).click();
  await pressSave();
  await expect.element(page.getByText('Script created')).toBeVisible();
  await expect.poll(() => location.pathname).toMatch(/actions\/postSignIn\/edit$/);
  expect(api.requestsOf(actionsApi.save)[0]?.body).toMatchObject({
    environmentVariables: { API_KEY: 's3cret' },
    enabled: true,
    onExecutionError: 'allow',
    contextSample: { key: 'action.postSignIn' },
  });
  await page.getByRole('switch', { name: /^Run the script/ }).click();
  await expect.element(page.getByText('1 unsaved change')).toBeVisible();
  await pressSave();
  expect(api.requestsOf(actionsApi.save)[1]?.body).toMatchObject({ enabled: false });

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Actions' }).click();
  const card = page.getByRole('region', { name: 'After sign-in' });
  await expect.element(card.getByText('Off', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this script?' }).getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('Script deleted')).toBeVisible();
  await expect.element(card.getByRole('link', { name: 'Create script' })).toBeVisible();
});

test('a test says what a sign-in would do, and where a script fails', async () => {
  answerScript();
  await openScreen('/actions/postSignIn/create');
  api.on(actionsApi.testReport, sample(ActionReport, { verdict: 'updateUser', result: { action: 'updateUser' } }));
  await run.click();
  await expect.element(page.getByText('Updates the account', { exact: true })).toBeVisible();
  await expect
    .element(page.getByRole('group', { name: 'Result' }).or(page.getByText('"updateUser"')).first())
    .toBeVisible();
  api.on(actionsApi.testReport, sample(ActionReport, { verdict: 'refuse', result: false }));
  await run.click();
  await expect.element(page.getByText('Refused', { exact: true })).toBeVisible();
  const failure = { message: 'no luck', line: 1, column: 1 };
  api.on(actionsApi.testReport, sample(ActionReport, { failure, output: [{ level: 'warn', text: 'before' }] }));
  await run.click();
  await expect.element(page.getByText('Failed', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('listitem').filter({ hasText: 'before' })).toBeVisible();
  await page.getByRole('button', { name: 'Go to line 1' }).click();
  await expect.element(editor).toHaveFocus();
  expect(api.requestsOf(actionsApi.testReport)[0]?.body).toMatchObject({
    actionType: 'postSignIn',
    event: { key: 'action.postSignIn' },
  });
  await page.getByLabelText('Event', { exact: true }).fill('{');
  await run.click();
  await expectAccessible();
  expect(api.requestsOf(actionsApi.testReport)).toHaveLength(3);
});

test('readers see the scripts, and cannot change them', async () => {
  answerScript({ script: 'const runAction = () => ({});', enabled: true });
  await openScreen('/actions', { role: 'reader' });
  const card = page.getByRole('region', { name: 'After sign-in' });
  await expect.element(card.getByText('On', { exact: true })).toBeVisible();
  await expect.element(card.getByText('const runAction = () => ({});')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: /script$/ })).not.toBeInTheDocument();
});
