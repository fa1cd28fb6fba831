import { ApplicationDetails, applicationsApi } from '@postern/contracts/access/applications';
import {
  SamlApplication,
  type SamlApplication as SamlApplicationType,
  SamlSecret,
  SamlService,
  samlApplicationsApi,
} from '@postern/contracts/access/saml-applications';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api, expectNoProblems, openScreen, pressSave } from '../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

const secret = (id: string, active: boolean) =>
  sample(SamlSecret, {
    id,
    active,
    expiresAt: Date.now() + 1e11,
    fingerprints: { sha256: { formatted: `${id}:AA:BB`, unformatted: id } },
  });

const notOne = 'The document does not describe exactly one service provider.';

/** A SAML application that the page can change, with an active certificate. */
function answerSaml(given: Partial<SamlApplicationType> = {}): void {
  const [entityId, acsUrl] = [null, null];
  let application = sample(SamlApplication, {
    ...{ id: 'app1', name: 'Expense portal', type: 'SAML', entityId, acsUrl },
    ...given,
  });
  let secrets = [secret('first', true)];
  api.on(applicationsApi.list, []);
  api.on(applicationsApi.get, sample(ApplicationDetails, { id: 'app1', name: 'Expense portal', type: 'SAML' }));
  api.on(samlApplicationsApi.get, () => application);
  api.on(samlApplicationsApi.update, ({ body }) => {
    application = { ...application, ...(body as Partial<SamlApplicationType>) };
    return application;
  });
  api.on(samlApplicationsApi.listSecrets, () => secrets);
  api.on(samlApplicationsApi.createSecret, () => {
    secrets = [secret('second', false), ...secrets];
    return secret('second', false);
  });
  api.on(samlApplicationsApi.updateSecret, ({ params, body }) => {
    secrets = secrets.map((one) => ({ ...one, active: one.id === params.secretId ? body.active : false }));
    return secret(params.secretId, body.active);
  });
}

test('a SAML application is created from the library', async () => {
  answerSaml();
  api.on(samlApplicationsApi.create, sample(SamlApplication, { id: 'app1', name: 'Expense portal', type: 'SAML' }));
  await openScreen('/applications/create');
  await page.getByRole('link', { name: /^Create SAML app/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Create application' });
  await expect.element(dialog.getByRole('radio', { name: /SAML app/ })).toBeChecked();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Expense portal');
  await dialog.getByRole('button', { name: 'Create application' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Expense portal' })).toBeVisible();
});

test('metadata that describes no service provider is refused in the dialog, other metadata fill the settings', async () => {
  answerSaml();
  api.on(samlApplicationsApi.readService, ({ body }) =>
    body.metadata === '<other/>'
      ? refuse('guard.invalid_input', { issues: [{ code: 'custom', path: ['metadata'], message: notOne }] })
      : sample(SamlService, { entityId: 'urn:portal', acsUrls: ['https://portal.example/acs'] }),
  );
  await openScreen('/applications/app1/settings');
  const entityId = page.getByRole('textbox', { name: /^Entity ID/ });
  const notice = page.getByText(/Enter the entity ID and the ACS URL/);
  await expect.element(notice).toBeVisible();
  await entityId.fill('x');
  await pressSave();
  await expect.element(page.getByText(/Enter the address for SAML responses/)).toBeVisible();
  await page.getByRole('button', { name: 'Import metadata' }).click();
  const importing = page.getByRole('dialog', { name: 'Import metadata' });
  const submit = importing.getByRole('button', { name: 'Import metadata' });
  await importing.getByRole('textbox').fill('<other/>');
  await submit.click();
  await expect.element(importing.getByText(notOne)).toBeVisible();
  await expectToFit();
  await importing.getByRole('textbox').fill('<EntityDescriptor/>');
  await submit.click();
  await expect.element(entityId).toHaveValue('urn:portal');
  const acs = page.getByRole('textbox', { name: 'ACS URL', exact: true });
  await expect.element(acs).toHaveValue('https://portal.example/acs');
  await pressSave();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
  await expectToFit();
});

test('claims and texts become attributes', async () => {
  answerSaml();
  await openScreen('/applications/app1/attribute-mapping');
  await page.getByRole('button', { name: 'Add attribute' }).click();
  await page.getByRole('combobox', { name: 'Claim, attribute 1' }).click();
  await page.getByRole('option', { name: 'email', exact: true }).click();
  await page.getByRole('textbox', { name: 'Attribute name, attribute 1' }).fill('urn:mail');
  await page.getByRole('button', { name: 'Add text attribute' }).click();
  await page.getByRole('textbox', { name: 'Attribute name, text attribute 1' }).fill('label');
  await page.getByRole('textbox', { name: 'Text, text attribute 1' }).fill('{{username}} at Acme');
  await pressSave();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  await expectAccessible();
  expect(api.requestsOf(samlApplicationsApi.update)[0]?.body).toEqual({
    attributeMapping: { email: 'urn:mail' },
    additionalAttributes: [{ name: 'label', value: '{{username}} at Acme' }],
  });
});

test('a new certificate is activated, and deleting requires the name', async () => {
  answerSaml();
  api.on(samlApplicationsApi.remove, undefined);
  await openScreen('/applications/app1/settings');
  const certificates = page.getByRole('table', { name: 'Signing certificates' });
  await expect.element(certificates.getByRole('row', { name: /Active/ })).toBeVisible();
  await page.getByRole('button', { name: 'New certificate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create certificate' }).click();
  await certificates
    .getByRole('row', { name: /Inactive/ })
    .getByRole('button')
    .click();
  await page.getByRole('menuitem', { name: 'Activate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
  await expect.element(page.getByText('Certificate activated')).toBeVisible();
  await expect.poll(() => certificates.getByRole('row', { name: /Inactive/ }).elements().length).toBe(1);
  await page.getByRole('button', { name: 'Delete application' }).click();
  const question = page.getByRole('dialog', { name: 'Delete “Expense portal”?' });
  await question.getByRole('textbox').fill('Expense portal');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('Application deleted')).toBeVisible();
});

test('people who may only read see the mapping as names and values', async () => {
  answerSaml({ attributeMapping: { email: 'urn:mail' } });
  await openScreen('/applications/app1/attribute-mapping', { role: 'reader' });
  await expect.element(page.getByRole('term').filter({ hasText: /^email$/ })).toBeVisible();
  await expect.element(page.getByRole('definition').filter({ hasText: /^urn:mail$/ })).toBeVisible();
  expect(document.querySelectorAll('main :is(input, fieldset button)')).toHaveLength(0);
});
