import { CustomPhrase, customPhrasesApi } from '@postern/contracts/experience/custom-phrases';
import { ConsoleSettings, consoleSettingsApi } from '@postern/contracts/records/console-settings';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerExperienceTabs, watchPreview } from '../../../../testing/answer-experience-tabs.ts';
import { api, expectNoProblems, has, openScreen, pressSave } from '../../../../testing/open-screen.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  expectNoProblems();
});

const path = '/sign-in-experience/content';
const phrase = (key: string) => page.getByLabelText(key, { exact: true });
const rows = () => page.getByRole('table').getByRole('row').elements().slice(1);
const search = page.getByRole('searchbox', { name: 'Search phrases' });

/** The stored wording of a language. */
const answerWording = (languageTag: string, translation: Record<string, unknown>) =>
  api.on(customPhrasesApi.list, [sample(CustomPhrase, { id: languageTag, languageTag, translation })]);

test('terms, agreement and support are previewed while they are valid, and saved together', async () => {
  const stored = answerExperienceTabs(api);
  const preview = watchPreview();
  await openScreen(path);
  const draft = () => preview()?.signInExperience;
  await page.getByRole('textbox', { name: has('Terms of use') }).fill('https://example.com/terms');
  const email = page.getByRole('textbox', { name: has('Email address') });
  await email.fill('help@example');
  await expect.poll(draft).toMatchObject({ termsOfUseUrl: 'https://example.com/terms', supportEmail: null });
  await pressSave();
  await expect.element(email).toHaveAccessibleDescription(/Use an email address such as help@example\.com\./);
  await expectToFit();
  await email.fill('help@example.com');
  await page.getByText('Checkbox every time').click();
  await expect.poll(draft).toMatchObject({ supportEmail: 'help@example.com', agreeToTermsPolicy: 'Manual' });
  await pressSave();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  expect(stored()).toMatchObject({
    termsOfUseUrl: 'https://example.com/terms',
    agreeToTermsPolicy: 'Manual',
    supportEmail: 'help@example.com',
    privacyPolicyUrl: null,
  });
});

test('a language is added by its tag, and its wording is previewed, searched, kept from getting lost, and saved', async () => {
  answerExperienceTabs(api);
  const preview = watchPreview();
  api.on(customPhrasesApi.save, ({ params, body }) => {
    answerWording(params.languageTag, body);
    return sample(CustomPhrase, { languageTag: params.languageTag, translation: body });
  });
  await openScreen(path);
  await page.getByRole('button', { name: 'Add language' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add language' });
  await dialog.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Another language' }).click();
  const tag = dialog.getByRole('textbox', { name: 'Language tag' });
  await tag.fill('Dutch');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect.element(dialog.getByText('Use a language tag such as nl or nl-BE.')).toBeVisible();
  await expectAccessible();
  await tag.fill('nl');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect.element(page.getByRole('heading', { name: 'Wording: Nederlands' })).toBeVisible();

  await phrase('signIn.title').fill('Aanmelden bij uw account');
  await phrase('signIn.action').fill('Inloggen');
  await expect
    .poll(() => preview())
    .toMatchObject({ language: 'nl', phrases: { signIn: { title: 'Aanmelden bij uw account' } } });
  await search.fill('signIn.');
  await expect.element(phrase('register.title')).not.toBeInTheDocument();
  await expectToFit();
  await page.getByRole('link', { name: 'Signing keys' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  expect(api.requestsOf(customPhrasesApi.save)[0]).toMatchObject({
    params: { languageTag: 'nl' },
    body: { signIn: { title: 'Aanmelden bij uw account', action: 'Inloggen' } },
  });
  const onlyOwn = page.getByRole('checkbox', { name: 'Custom wording only' });
  await onlyOwn.click();
  await expect.poll(() => rows().length).toBe(2);
  await onlyOwn.click();
  await search.fill('no account');
  await expect.poll(() => rows()[0]?.textContent).toContain('No account yet?');
});

test('wording is removed after a confirmation, and the page goes back to the content', async () => {
  answerExperienceTabs(api);
  answerWording('nl', { signIn: { action: 'Inloggen' } });
  api.on(customPhrasesApi.remove, undefined);
  await openScreen(`${path}/languages/nl`);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.element(page.getByText('Wording removed')).toBeVisible();
  await expect.poll(() => location.pathname).toMatch(/content$/);
  expect(api.requestsOf(customPhrasesApi.remove)[0]?.params).toEqual({ languageTag: 'nl' });
});

test('wording under other keys of the API is shown where a field is empty, and kept', async () => {
  const brought = {
    action: { sign_in: 'Let me in' },
    description: { sign_in_to_your_account: 'Welcome back' },
    mfa: { totp: 'My app' },
  };
  answerExperienceTabs(api);
  answerWording('nl', brought);
  const preview = watchPreview();
  api.on(customPhrasesApi.save, ({ body }) => sample(CustomPhrase, { languageTag: 'nl', translation: body }));
  await openScreen(`${path}/languages/nl`);
  await expect.element(phrase('signIn.action')).toHaveAttribute('placeholder', 'Let me in');
  await expect.poll(() => preview()?.phrases).toMatchObject({ signIn: { title: 'Welcome back' } });
  await page.getByRole('checkbox', { name: 'Custom wording only' }).click();
  await expect.element(phrase('register.signIn')).toBeVisible();
  await expect.element(phrase('register.title')).not.toBeInTheDocument();
  await phrase('signIn.action').fill('Hinein');
  await expect.poll(() => preview()?.phrases).toMatchObject({ signIn: { action: 'Hinein' } });
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  expect(api.requestsOf(customPhrasesApi.save)[0]?.body).toEqual({ ...brought, signIn: { action: 'Hinein' } });
});

test('the introduction leads to each step and is there until it is skipped, and the page fits in German', async () => {
  answerExperienceTabs(api);
  let settings = sample(ConsoleSettings);
  api.on(consoleSettingsApi.get, () => settings);
  api.on(consoleSettingsApi.update, ({ body }) => {
    settings = { ...settings, ...body };
    return settings;
  });
  await openScreen('/sign-in-experience/branding', { language: 'de' });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Anmeldeseiten' })).toBeVisible();
  const welcome = page.getByRole('region', { name: 'Machen Sie diese Seiten zu Ihren' });
  await welcome.getByRole('link').last().click();
  await expect.poll(() => location.pathname).toMatch(/content$/);
  await expectToFit();
  await page.getByRole('button', { name: 'Überspringen' }).click();
  await expect.element(welcome).not.toBeInTheDocument();
  await expect.poll(() => settings.signInExperienceCustomized).toBe(true);
  await openScreen(path, { language: 'de' });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Anmeldeseiten' })).toBeVisible();
  await expect.element(page.getByText('Machen Sie diese Seiten zu Ihren')).not.toBeInTheDocument();
});
