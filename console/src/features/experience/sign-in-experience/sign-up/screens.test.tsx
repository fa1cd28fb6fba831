import { customPhrasesApi } from '@postern/contracts/experience/custom-phrases';
import { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { Connector, connectorsApi } from '@postern/contracts/messages/connectors';
import { ConsoleSettings, consoleSettingsApi } from '@postern/contracts/records/console-settings';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { config } from '#platform/config.ts';
import { api, openScreen } from '../../../../testing/open-screen.tsx';

const path = '/sign-in-experience/sign-up-and-sign-in';
const username = { identifier: 'username' as const, password: true, verificationCode: false, isPasswordPrimary: true };
let experience: SignInExperience;

beforeEach(() => {
  experience = sample(SignInExperience, {
    color: { primaryColor: '#6139f6', darkPrimaryColor: '#8768f8', isDarkModeEnabled: false },
    languageInfo: { autoDetect: true, fallbackLanguage: 'en' },
    signInMode: 'SignInAndRegister',
    signUp: { identifiers: ['username'], password: true, verify: false, secondaryIdentifiers: [] },
    signIn: { methods: [username] },
    forgotPasswordMethods: [],
  });
  api.on(signInExperienceApi.get, () => experience);
  api.on(signInExperienceApi.update, ({ body }) => {
    // The settings that this page sends are stored as they are.
    experience = SignInExperience.parse({ ...experience, ...body });
    return experience;
  });
  api.on(connectorsApi.list, []);
  api.on(customPhrasesApi.list, []);
  api.on(consoleSettingsApi.get, sample(ConsoleSettings, { signInExperienceCustomized: true }));
});

afterEach(() => {
  const problems = [...api.problems];
  api.reset();
  config.hasMailbox = true;
  expect(problems).toEqual([]);
});

const card = (name: string) => page.getByRole('region', { name, exact: true });
const items = (name: string) =>
  card(name)
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent ?? '');
const save = () => userEvent.keyboard('{Control>}s{/Control}');

async function choose(button: string, item: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

const email = page.getByRole('group', { name: 'Email address' });
const address = page.getByRole('textbox', { name: /^URL for unknown sessions/ });
const unchecked = async (name: string) => email.getByRole('checkbox', { name, exact: true }).click();

test('people who may only read see the methods as text', async () => {
  const code = { identifier: 'email' as const, password: true, verificationCode: true, isPasswordPrimary: true };
  experience = { ...experience, signIn: { methods: [username, code] } };
  await openScreen(path, { role: 'reader' });
  await expect.element(email.getByText('Verification code: On')).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toEqual([]);
  expect(page.getByRole('button', { name: /^(Remove|Move) / }).elements()).toEqual([]);
});

test('invalid settings are rejected at their place, by the form and by the server', async () => {
  await openScreen(path);
  await choose('Add sign-in method', 'Email address');
  await unchecked('Password');
  await unchecked('Verification code');
  await address.fill('somewhere');
  await save();
  await expect.element(page.getByText('Choose a password, a code, or both.')).toBeVisible();
  await expect.element(address).toHaveAccessibleDescription(/Start with https/);
  await expectAccessible();

  // Meanwhile the code became a second factor; only the server knows that.
  api.on(signInExperienceApi.update, refuse('sign_in_experiences.email_verification_code_cannot_be_used_for_sign_in'));
  await address.fill('https://app.example.com');
  await unchecked('Verification code');
  await save();
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click();
  await expect
    .element(
      card('Sign-in')
        .getByRole('alert')
        .getByText(/second factor/),
    )
    .toBeVisible();
});

test('an added identifier counts as one unsaved change although a sign-in method follows it', async () => {
  await openScreen(path);
  await choose('Add identifier', 'Email address');
  await expect.poll(() => items('Sign-in').length).toBe(2);
  await expect.element(page.getByText('1 unsaved change')).toBeVisible();
  await unchecked('Password');
  await expect.element(page.getByText('2 unsaved changes')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.element(page.getByText(/unsaved change/)).not.toBeInTheDocument();
  await choose('Add identifier', 'Email address');
  await expect.element(page.getByText('1 unsaved change')).toBeVisible();
});

test('email becomes the main identifier by keyboard, is reviewed and saved', async () => {
  await openScreen(path);
  await choose('Add identifier', 'Email address');
  await expect.element(page.getByRole('note').getByText(/messages go to the mailbox/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Set up an email connector' }))
    .toHaveAttribute('href', '/connectors/passwordless/create/email');
  expect(items('Sign-up')).toEqual([expect.stringMatching(/Username/), expect.stringMatching(/Email address/)]);
  const handle = card('Sign-up').getByRole('button', { name: 'Move Email address', exact: true });
  handle.element().focus();
  await userEvent.keyboard('{ArrowUp}');
  await expect
    .poll(() => items('Sign-up'))
    .toEqual([expect.stringMatching(/Email address/), expect.stringMatching(/Username/)]);
  await expect.element(handle).toHaveFocus();
  await expect.element(page.getByText('Email address is now number 1 of 2.')).toBeInTheDocument();

  await save();
  const review = page.getByRole('dialog', { name: 'Change how people sign in?' });
  await expect.element(review.getByRole('region', { name: 'After' }).getByText(/Email address \(main\)/)).toBeVisible();
  await expect
    .element(review.getByRole('region', { name: 'Before' }).getByText(/Email address/))
    .not.toBeInTheDocument();
  await expectAccessible();
  await review.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(review).not.toBeInTheDocument();
  expect(api.requestsOf(signInExperienceApi.update)).toEqual([]);
  await save();
  await review.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => experience.signUp.identifiers).toEqual(['email']);
  expect(experience.signUp).toMatchObject({
    verify: true,
    password: true,
    secondaryIdentifiers: [{ identifier: 'username' }],
  });
  expect(experience.signIn.methods.map(({ identifier }) => identifier)).toEqual(['username', 'email']);
});

test('social providers are added, reordered and linked automatically', async () => {
  const provider = (target: string, name: string) =>
    sample(Connector, { id: target, type: 'Social', target, platform: 'Universal', name: { en: name } });
  api.on(connectorsApi.list, [provider('github', 'GitHub'), provider('discord', 'Discord')]);
  await openScreen(path);
  await choose('Add provider', 'GitHub');
  await choose('Add provider', 'Discord');
  expect(items('Social sign-in')).toEqual(['GitHub', 'Discord']);
  card('Social sign-in').getByRole('button', { name: 'Move Discord', exact: true }).element().focus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(() => items('Social sign-in')).toEqual(['Discord', 'GitHub']);
  await page.getByRole('switch', { name: /^Link accounts automatically/ }).click();
  await save();
  await expect.poll(() => experience.socialSignInConnectorTargets).toEqual(['discord', 'github']);
  expect(experience.socialSignIn).toMatchObject({ automaticAccountLinking: true });
  await expectToFit();
});

test('without passwords at sign-up codes are required, recovery is hidden, and registration can be closed', async () => {
  await openScreen(path);
  await choose('Add identifier', 'Email address');
  await card('Sign-up').getByRole('button', { name: 'Remove Username' }).click();
  await card('Sign-up').getByRole('checkbox', { name: 'Require a password' }).click();
  const code = email.getByRole('checkbox', { name: 'Verification code' });
  await expect.element(code).toBeChecked();
  await expect.element(code).toBeDisabled();
  await expect.element(email.getByRole('button', { name: 'Remove Email address' })).not.toBeInTheDocument();
  await page.getByRole('checkbox', { name: 'Code by email' }).click();
  await unchecked('Password');
  await page.getByRole('group', { name: 'Username' }).getByRole('button', { name: 'Remove Username' }).click();
  await expect.element(page.getByText(/no sign-in method uses a password/)).toBeVisible();
  await page.getByRole('switch', { name: /^Allow registration/ }).click();
  await save();
  const review = page.getByRole('dialog');
  await expect.element(review.getByRole('note').getByText(/Username/)).toBeVisible();
  await review.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  expect(experience).toMatchObject({
    signInMode: 'SignIn',
    forgotPasswordMethods: [],
    signUp: { identifiers: ['email'], password: false, verify: true },
    signIn: { methods: [{ identifier: 'email', password: false, verificationCode: true }] },
  });
});

test('in production a missing connector is reported with a link to add one, and settings that need it are not sent', async () => {
  config.hasMailbox = false;
  await openScreen(path);
  await choose('Add identifier', 'Phone number');
  const note = page.getByRole('note');
  await expect.element(note.getByText(/No SMS connector yet/)).toBeVisible();
  await expect.element(note.getByRole('link', { name: 'Open the mailbox' })).not.toBeInTheDocument();
  await save();
  await expect
    .element(
      card('Sign-up')
        .getByRole('alert')
        .getByText(/Set up an SMS connector first/),
    )
    .toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expectAccessible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => items('Sign-up')).toEqual([expect.stringMatching(/Username/)]);
  expect(api.requestsOf(signInExperienceApi.update)).toEqual([]);
});
