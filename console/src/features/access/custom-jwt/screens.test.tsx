import { type CustomJwt, customJwtApi, TestReport } from '@postern/contracts/access/custom-jwt';
import { type IdTokenSettings, idTokenApi } from '@postern/contracts/access/id-token';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, expectNoProblems, openScreen, press, pressSave } from '../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

const editor = page.getByRole('textbox', { name: 'Script' });
const run = page.getByRole('button', { name: 'Run' });

/** The script for user tokens, which the page can change. */
function answerScript(stored?: CustomJwt): void {
  let script = stored;
  let claims: IdTokenSettings = { enabledExtendedClaims: ['roles'] };
  api.on(idTokenApi.get, () => claims);
  api.on(idTokenApi.save, ({ body }) => (claims = body));
  api.on(customJwtApi.list, () => (script ? [{ key: 'jwt.accessToken' as const, value: script }] : []));
  api.on(customJwtApi.save, ({ body }) => (script = body));
  api.on(customJwtApi.remove, () => {
    script = undefined;
  });
}

test('without scripts, both kinds of tokens offer one, and the panels of a new one fit a phone', async () => {
  answerScript();
  await openScreen('/customize-jwt');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Custom JWT' })).toBeVisible();
  await expect.poll(() => page.getByRole('link', { name: 'Create script' }).elements().length).toBe(2);
  await expectToFit();
  const card = page.getByRole('region', { name: 'User access token' });
  await card.getByRole('link', { name: 'Create script' }).click();
  await expect.element(editor).toMatchTextContent('getCustomJwtClaims');
  expect(location.pathname).toMatch(/customize-jwt\/access-token\/create$/);

  // There is no script to edit yet.
  await openScreen('/customize-jwt/access-token/edit');
  await expect.element(editor).toBeVisible();
  await expect.poll(() => location.pathname).toMatch(/access-token\/create$/);
  for (const name of [/^Test/, /^Variables/, /^Reference/]) {
    await page.getByRole('tab', { name }).click();
    await expectToFit();
  }
  await page.getByText('context', { exact: true }).click();
  await page.getByText('user', { exact: true }).click();
  await expect.element(page.getByText(/Verified email address\./)).toBeVisible();
  await expectAccessible();
  await openScreen('/customize-jwt/id-token/create');
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('tabs are moved by arrow, variables are hidden and checked, and unsaved changes are kept', async () => {
  answerScript();
  await openScreen('/customize-jwt/access-token/create');
  await press(page.getByRole('tab', { name: /^Test/ }), '{ArrowRight}');
  await expect.element(page.getByRole('tab', { name: /^Variables/ })).toHaveFocus();
  await page.getByRole('button', { name: 'Add variable' }).click();
  await page.getByLabelText('Name of variable 1').fill('1st');
  await page.getByLabelText('Value of variable 1').fill('s3cret');
  await expect.element(page.getByLabelText('Value of variable 1')).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const rule = page.getByText('Use letters, digits and _. The first character must not be a digit.');
  await expect.element(rule).toBeVisible();
  await expectAccessible();
  await page.getByLabelText('Name of variable 1').fill('API_KEY');
  await page.getByRole('switch', { name: /^Refuse the token if the script fails/ }).click();
  await pressSave();
  await expect.element(page.getByText('Script created')).toBeVisible();
  await expect.poll(() => location.pathname).toMatch(/customize-jwt\/access-token\/edit$/);
  expect(api.requestsOf(customJwtApi.save)[0]?.body).toMatchObject({
    environmentVariables: { API_KEY: 's3cret' },
    blockIssuanceOnError: true,
  });

  // A stray click does not lose unsaved changes.
  await editor.fill('const getCustomJwtClaims = async () => ({});');
  await expect.element(page.getByText('1 unsaved change')).toBeVisible();
  await page.getByRole('link', { name: 'Signing keys' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.element(page.getByText('1 unsaved change')).not.toBeInTheDocument();

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Custom JWT' }).click();
  const card = page.getByRole('region', { name: 'User access token' });
  await expect.element(card.getByText('Active')).toBeVisible();
  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this script?' }).getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('Script deleted')).toBeVisible();
  await expect.element(card.getByRole('link', { name: 'Create script' })).toBeVisible();
});

test('a failing script reports and links its line; denied access and claims that are ignored are reported', async () => {
  answerScript();
  const failure = { message: "cannot read property 'y' of undefined", line: 1, column: 10 };
  const output = [{ level: 'warn' as const, text: 'before' }];
  api.on(customJwtApi.testReport, sample(TestReport, { failure, output }));
  await openScreen('/customize-jwt/client-credentials/create');
  await editor.fill('const getCustomJwtClaims = async ({ token }) => token.x.y;');
  await run.click();
  await expect.element(page.getByText('Failed', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/cannot read property 'y' of undefined/).first()).toBeVisible();
  await expect.element(page.getByRole('listitem').filter({ hasText: 'before' })).toBeVisible();
  await expect.poll(() => document.querySelector('.cm-lint-marker-error')).not.toBeNull();
  await expectAccessible();
  await page.getByRole('button', { name: 'Go to line 1' }).click();
  await expect.element(editor).toHaveFocus();
  await expect.poll(() => document.querySelector('.cm-activeLine')?.textContent).toContain('token.x.y');
  expect(api.requestsOf(customJwtApi.testReport)[0]?.body).toMatchObject({
    tokenType: 'client-credentials',
    script: 'const getCustomJwtClaims = async ({ token }) => token.x.y;',
  });

  api.on(customJwtApi.testReport, sample(TestReport, { denied: 'closed on Sundays' }));
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('Access denied')).toBeVisible();
  await expect.element(page.getByText(/closed on Sundays/).last()).toBeVisible();
  api.on(customJwtApi.testReport, sample(TestReport, { claims: { fine: true }, dropped: ['sub'] }));
  await run.click();
  await expect.element(page.getByText('Scripts cannot set these claims: sub.')).toBeVisible();

  const sampleOf = page.getByLabelText('Token', { exact: true });
  await sampleOf.fill('{ "iss": "x" }');
  await run.click();
  await expect.element(page.getByText('This sample does not match the input of a script: iss')).toBeVisible();
  expect(api.requestsOf(customJwtApi.testReport)).toHaveLength(3);

  // Syntax errors are marked before the script runs.
  await editor.fill('const getCustomJwtClaims = async () => { return {; };');
  await expect.poll(() => document.querySelector('.cm-lint-marker-error')).not.toBeNull();
  // The editor releases the keyboard focus: Escape, then Tab.
  // The first Escape closes the completion.
  await press(editor, '{Escape}{Escape}{Tab}');
  await expect.element(editor).not.toHaveFocus();
});

test('ID tokens get the claims that are turned on, each with its scope', async () => {
  answerScript();
  await openScreen('/customize-jwt');
  const roles = page.getByRole('switch', { name: /^Roles Claim/ });
  const data = page.getByRole('switch', { name: /^Names and descriptions of organizations/ });
  await expect.element(roles).toBeChecked();
  await expect.element(data).not.toBeChecked();
  await expect
    .element(
      page.getByText('Claim organization_data. The application must request the scope urn:logto:scope:organizations.'),
    )
    .toBeVisible();
  await roles.click();
  await data.click();
  await expect.element(page.getByText('2 unsaved changes')).toBeVisible();
  await expectToFit();
  await pressSave();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  expect(api.requestsOf(idTokenApi.save)[0]?.body).toEqual({ enabledExtendedClaims: ['organization_data'] });

  await openScreen('/customize-jwt', { role: 'reader' });
  await expect.element(page.getByText('Names and descriptions of organizations')).toBeVisible();
  await expect.element(page.getByRole('switch')).not.toBeInTheDocument();
});
