import { meApi } from '@postern/contracts/account/me';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { EmailTemplate, emailTemplatesApi } from '@postern/contracts/messages/email-templates';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerPalette } from '../../../testing/answer-palette.ts';
import { api, openScreen } from '../../../testing/open-screen.tsx';

afterEach(() => {
  expect(api.reset()).toEqual([]);
});

const dialog = page.getByRole('dialog');
const field = (name: RegExp | string) => page.getByRole('textbox', { name });
const create = page.getByRole('button', { name: 'Create template' });

/** Keeps templates as the server does. */
function keepTemplates(...given: Partial<EmailTemplate>[]): () => EmailTemplate[] {
  let templates = given.map((one) => sample(EmailTemplate, one));
  api.on(connectorsApi.list, []);
  api.on(emailTemplatesApi.list, () => templates);
  api.byDefault(emailTemplatesApi.builtIn, ({ query }) => ({
    subject: '',
    content: '',
    contentType: query.contentType,
  }));
  api.on(
    emailTemplatesApi.get,
    ({ params }) => templates.find(({ id }) => id === params.id) ?? refuse('entity.not_exists_with_id'),
  );
  api.on(emailTemplatesApi.save, ({ body }) => {
    const saved = body.templates.map((one) => sample(EmailTemplate, { id: one.languageTag, ...one }));
    const isReplaced = (one: EmailTemplate) => saved.some(({ languageTag }) => languageTag === one.languageTag);
    templates = [...templates.filter((one) => !isReplaced(one)), ...saved];
    return saved;
  });
  api.on(emailTemplatesApi.updateDetails, ({ params, body }) => {
    templates = templates.map((one) => (one.id === params.id ? { ...one, details: { ...one.details, ...body } } : one));
    return templates.find(({ id }) => id === params.id) ?? refuse('entity.not_exists_with_id');
  });
  const remove = (isGone: (one: EmailTemplate) => boolean) => {
    templates = templates.filter((one) => !isGone(one));
  };
  api.on(emailTemplatesApi.remove, ({ params }) => remove(({ id }) => id === params.id));
  api.on(emailTemplatesApi.removeMany, ({ query }) => {
    remove(({ languageTag }) => languageTag === query.languageTag);
    return { rowCount: 1 };
  });
  return () => templates;
}

const details = { subject: '{{code}} is your code', content: '<p>Hello</p>', contentType: 'text/html' } as const;
const signIn = (languageTag: string) => ({ id: languageTag, languageTag, templateType: 'SignIn' as const, details });

test('a template has a preview that shows its styles and runs no script', async () => {
  const kept = keepTemplates();
  await openScreen('/connectors/email-templates');
  await page.getByRole('link', { name: 'Create template' }).first().click();
  await field('Subject').fill('{{code}} is your code');
  await field('Content').fill(
    '<style>b { color: rgb(1, 2, 3) }</style><p style="color: rgb(4, 5, 6)" onclick="stop()">Hello <b>{{user.name}}</b></p><script>document.body.innerHTML = "gone"</script>',
  );
  await expect.element(page.getByText('123456 is your code')).toBeVisible();
  const preview = page.getByTitle('Preview');
  await expect.element(preview).toHaveAttribute('sandbox', expect.not.stringContaining('allow-scripts'));
  await expect.element(preview).toHaveAttribute('srcdoc', expect.stringMatching(/Hello <b>Ada Lovelace<\/b>/));
  await expectToFit();
  await create.click();
  await expect.element(page.getByText('Template created')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Sign in/ })).toMatchTextContent(/HTML/);
  await expectToFit();
  expect(kept()).toMatchObject([{ languageTag: 'en', templateType: 'SignIn', details: { contentType: 'text/html' } }]);
});

test('a new template starts with the built-in message, until it is edited', async () => {
  const kept = keepTemplates();
  api.on(emailTemplatesApi.builtIn, ({ query: { languageTag, templateType, contentType } }) => ({
    subject: `${templateType} ${languageTag}`,
    content: contentType === 'text/html' ? `<p>{{code}} in ${languageTag}</p>` : `{{code}} in ${languageTag}`,
    contentType,
  }));
  await openScreen('/connectors/email-templates/create');
  await expect.element(field('Subject')).toHaveValue('SignIn en');
  await expect.element(field('Content')).toHaveValue('<p>{{code}} in en</p>');
  await page.getByRole('combobox', { name: 'Language' }).fill('German');
  await page.getByRole('option', { name: 'German (de)' }).click();
  await expect.element(field('Subject')).toHaveValue('SignIn de');
  await page.getByRole('radio', { name: /^Plain text/ }).click();
  await expect.element(field('Content')).toHaveValue('{{code}} in de');
  await field('Subject').fill('Mine');
  await page.getByRole('combobox', { name: 'Purpose' }).click();
  await page.getByRole('option', { name: 'Create account' }).click();
  await expect.poll(() => api.requestsOf(emailTemplatesApi.builtIn).at(-1)?.query.templateType).toBe('Register');
  await expect.element(field('Subject')).toHaveValue('Mine');
  await expectToFit();
  await create.click();
  await expect.element(page.getByText('Template created')).toBeVisible();
  expect(kept()).toMatchObject([{ details: { subject: 'Mine', content: '{{code}} in de' } }]);
});

test('a second template of a language is rejected, and another language is added, edited and deleted', async () => {
  const kept = keepTemplates(signIn('en'));
  await openScreen('/connectors/email-templates');
  await page.getByRole('link', { name: 'Add template: English (en)' }).click();
  await field('Subject').fill('Again');
  await field('Content').fill('Again');
  await create.click();
  const purpose = page.getByRole('combobox', { name: 'Purpose' });
  await expect.element(purpose).toHaveAccessibleDescription(/already/);
  await page.getByRole('combobox', { name: 'Language' }).fill('sv');
  await page.getByRole('option', { name: 'Swedish (sv)' }).click();
  await page.getByRole('radio', { name: /^Plain text/ }).click();
  await create.click();
  await expect.element(page.getByRole('heading', { name: 'Swedish (sv)' })).toBeVisible();

  await page.getByRole('table', { name: 'English (en)' }).getByRole('link', { name: 'Sign in' }).click();
  await field(/^Reply to/).fill('help@example.com');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  await expect.element(page.getByText(/unsaved change/)).not.toBeInTheDocument();
  expect(kept().find(({ id }) => id === 'en')?.details.replyTo).toBe('help@example.com');
  await openScreen('/connectors/email-templates/en');
  await expect.element(field(/^Reply to/)).toHaveValue('help@example.com');

  await openScreen('/connectors/email-templates');
  await page.getByRole('button', { name: 'Delete language: Swedish (sv)' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByRole('heading', { name: 'Swedish (sv)' })).not.toBeInTheDocument();
});

test('the palette switches the pages to German', async () => {
  answerPalette(api);
  api.on(meApi.patchCustomData, {});
  keepTemplates(signIn('en'));
  await openScreen('/connectors/email-templates');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Email templates' })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('combobox').fill('Deutsch');
  await expect
    .element(page.getByRole('option', { name: 'Switch the language to Deutsch' }))
    .toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { level: 1, name: 'E-Mail-Vorlagen' })).toBeVisible();
  await page.getByRole('button', { name: 'Vorlage löschen: Anmelden' }).click();
  await dialog.getByRole('button', { name: 'Löschen' }).click();
  await expect.element(page.getByRole('heading', { name: 'Noch keine Vorlagen' })).toBeVisible();
  await openScreen('/connectors', { language: 'de' });
  await expect.element(page.getByText('Noch sendet nichts E-Mails')).toBeVisible();
  await expectToFit();
});
