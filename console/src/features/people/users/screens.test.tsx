import { applicationsApi } from '@postern/contracts/access/applications';
import { userJobsApi } from '@postern/contracts/people/user-jobs';
import { userViewsApi } from '@postern/contracts/people/user-views';
import { User, usersApi } from '@postern/contracts/people/users';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerPalette } from '../../../testing/answer-palette.ts';
import { answerUser } from '../../../testing/answer-user.ts';
import { api, openScreen } from '../../../testing/open-screen.tsx';

afterEach(() => {
  expect(api.reset()).toEqual([]);
});

const dialog = page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const suspended = page.getByText('Suspended', { exact: true });
const focus = (locator: ReturnType<typeof button>) => (locator.element() as HTMLElement).focus();

async function chooseAction(menu: string, action: string): Promise<void> {
  await button(menu).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Answers the list with these users, as far as they match the search. */
function answerList(users: () => User[]): void {
  api.on(userViewsApi.list, []);
  api.on(userJobsApi.list, []);
  api.on(applicationsApi.list, []);
  api.on(usersApi.list, ({ query }) => {
    const wanted = String(query.search ?? '')
      .replaceAll(/[%\\]/g, '')
      .toLowerCase();
    return users().filter(({ name, username }) => `${name} ${username}`.toLowerCase().includes(wanted));
  });
}

const people = Array.from({ length: 41 }, (_, index) =>
  sample(User, { id: `p${index}`, username: `person_${index + 1}`, name: index < 30 ? '' : `Ada ${index + 1}` }),
);
const long = sample(User, {
  id: 'hubert',
  primaryEmail: `${'very.long.'.repeat(10)}address@fjord.example`,
  name: 'Hubert '.repeat(15).trim(),
});

test('without users, the page offers to create the first one, with at least one identifier', async () => {
  answerList(() => []);
  answerUser(api);
  api.on(usersApi.create, ({ body }) => sample(User, { id: 'maya', ...body, hasPassword: true }));
  await openScreen('/users');
  await expect.element(page.getByRole('heading', { name: 'No users yet' })).toBeVisible();
  await expectAccessible();
  const create = page.getByRole('link', { name: 'Create user' });
  focus(create);
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByLabelText('Email')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(create).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByLabelText('Email')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Fill in at least one: email, phone or username.');
  await expectAccessible();
  await userEvent.keyboard('maya@fjord.example');
  await dialog.getByLabelText('Phone').fill('+46 70 174 06 35');
  await dialog.getByLabelText('Username').fill('maya');
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Maya Lindqvist');
  await userEvent.keyboard('{Enter}');

  // The password is shown once.
  await expect.element(dialog.getByText(/It is not shown again\./)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Copy password' })).toHaveFocus();
  await expectAccessible();
  const sent = api.requestsOf(usersApi.create)[0]?.body;
  expect(sent).toMatchObject({
    primaryEmail: 'maya@fjord.example',
    primaryPhone: '46701740635',
    username: 'maya',
    name: 'Maya Lindqvist',
    password: expect.stringMatching(/^[2-9A-HJKMNP-Za-hjkmnp-z]{16}$/),
  });
  const password = page.getByText(sent?.password ?? '', { exact: true });
  await expect.element(dialog.getByRole('group', { name: 'Password' }).getByText(sent?.password ?? '')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Maya Lindqvist' })).toBeVisible();
  expect(location.pathname).toMatch(/\/users\/maya\/settings$/);
  await expect.element(password).not.toBeInTheDocument();
});

test('many users are paged, searched, fit a phone, and are deleted after a question', async () => {
  let users = [...people, long];
  answerList(() => users);
  api.on(usersApi.remove, ({ params }) => {
    users = users.filter(({ id }) => id !== params.userId);
  });
  await openScreen('/users?page=3');
  await expect.element(page.getByText('41–42 of 42')).toBeVisible();
  await expect.element(page.getByRole('link', { name: /Hubert/ })).toBeVisible();
  await expectToFit();
  await page.getByRole('link', { name: 'Previous page' }).click();
  await expect.element(page.getByText('21–40 of 42')).toBeVisible();

  await userEvent.keyboard('/');
  await expect.element(page.getByRole('searchbox')).toHaveFocus();
  await userEvent.keyboard('person_1');
  // A user without a name is shown by another identifier.
  await expect.element(page.getByRole('link', { name: 'person_1', exact: true })).toBeVisible();
  await page.getByRole('searchbox').fill('ada 3');
  await expect.element(page.getByText('1–9 of 9')).toBeVisible();

  const more = button('More actions for Ada 35');
  focus(more);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'Copy user ID' })).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}{Enter}');
  const question = page.getByRole('dialog', { name: 'Delete Ada 35?' });
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expect.element(question.getByRole('textbox')).not.toBeInTheDocument();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(more).toHaveFocus();
  await chooseAction('More actions for Ada 35', 'Delete');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('User deleted')).toBeVisible();
  await expect.element(page.getByText('1–8 of 8')).toBeVisible();
});

test('a user with long values fits a phone, and a deleted one leads back to the list', async () => {
  answerUser(api, long);
  answerList(() => [long]);
  api.on(usersApi.remove, undefined);
  await openScreen('/users/hubert');
  await expect.element(page.getByLabelText('Email', { exact: true })).toHaveValue(long.primaryEmail);
  await expectToFit();
  api.on(usersApi.get, refuse('entity.not_found'));
  await button('Delete user').click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(page.getByText('User deleted')).toBeVisible();
  expect(location.pathname).toMatch(/\/users$/);
  await openScreen('/users/hubert');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

test('a user is found in the palette', async () => {
  answerList(() => people);
  answerUser(api, people[32]);
  answerPalette(api);
  await openScreen('/users');
  await expect.element(page.getByText('1–20 of 41')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('combobox').fill('person_33');
  await page.getByRole('option', { name: /Ada 33/ }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Ada 33' })).toBeVisible();
});

test('a suspension is shown at once, and reverted when it fails', async () => {
  answerUser(api);
  const answer = Promise.withResolvers<void>();
  api.on(usersApi.setSuspended, async () => {
    await answer.promise;
    return refuse('oidc.server_error');
  });
  await openScreen('/users/maya');
  await chooseAction('More actions', 'Suspend');
  await expect.element(dialog).toMatchTextContent(/sessions and tokens end immediately/);
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect.element(suspended).toBeVisible();
  answer.resolve();
  await expect.element(page.getByText(/Maya Lindqvist could not be suspended/)).toBeVisible();
  await expect.element(suspended).not.toBeInTheDocument();
});

test('a suspended user is reactivated', async () => {
  const state = answerUser(api, { isSuspended: true });
  await openScreen('/users/maya');
  await expect.element(suspended).toBeVisible();
  await chooseAction('More actions', 'Reactivate');
  await expect.element(page.getByText('Maya Lindqvist can sign in again')).toBeVisible();
  await expect.element(suspended).not.toBeInTheDocument();
  expect(state.user.isSuspended).toBe(false);
});

test('a password is generated and shown once, or entered', async () => {
  answerUser(api);
  await openScreen('/users/maya');
  await expect.element(page.getByText('No password')).toBeVisible();
  await button('Set password').click();
  await dialog.getByText('Enter a password').click();
  await dialog.getByRole('button', { name: 'Set password' }).click();
  const password = dialog.getByLabelText('New password', { exact: true });
  await expect.element(password).toHaveAccessibleDescription(/Fill in this field/);
  await expect.element(password).toHaveAttribute('type', 'password');
  await expectAccessible();
  await password.fill('a sentence that nobody guesses');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Maya Lindqvist has a new password')).toBeVisible();
  await expect.element(page.getByText('Password is set')).toBeVisible();
  expect(api.requestsOf(usersApi.setPassword)[0]?.body).toEqual({ password: 'a sentence that nobody guesses' });

  await chooseAction('More actions', 'Reset password');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Reset password' }).click();
  await expect.element(dialog.getByText(/It is not shown again\./)).toBeVisible();
  const sent = api.requestsOf(usersApi.setPassword)[1]?.body.password ?? '';
  await expect.element(dialog.getByText(sent, { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});
