import { samlBindings } from '@postern/contracts/access/saml-applications';
import { usersApi } from '@postern/contracts/people/users';
import { becomeAdministrator } from '../administrator.ts';
import { expect, test, watchConsole } from '../product.ts';
import { startServiceProvider } from '../service-provider.ts';

test('a SAML application is created, signs a user in with attributes, and gets a new certificate', async ({
  page,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const maya = { username: 'maya', password: 'a sentence nobody guesses', primaryEmail: 'maya@example.com' };
  await administrator.api('post', usersApi.create.path, maya);
  const provider = await startServiceProvider();

  await page.goto(`${oss.consoleUrl}/applications/create`);
  await page.getByRole('link', { name: 'Create SAML app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create application' });
  await expect(dialog.getByRole('radio', { name: /SAML app/ })).toBeChecked();
  await dialog.getByLabel('Name').fill('Expense portal');
  await dialog.getByRole('button', { name: 'Create application' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Expense portal' })).toBeVisible();

  const certificates = page.getByRole('table', { name: 'Signing certificates' });
  await expect(certificates.getByRole('row', { name: /Active/ })).toBeVisible();
  await page.getByRole('button', { name: 'Import metadata' }).click();
  const importing = page.getByRole('dialog', { name: 'Import metadata' });
  const xml = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${provider.entityId}"><SPSSODescriptor><AssertionConsumerService Binding="${samlBindings.post}" Location="${provider.acsUrl}" index="0"/></SPSSODescriptor></EntityDescriptor>`;
  await importing.getByRole('textbox').fill(xml);
  await importing.getByRole('button', { name: 'Import metadata' }).click();
  await expect(page.getByRole('textbox', { name: 'Entity ID' })).toHaveValue(provider.entityId);
  await expect(page.getByRole('textbox', { name: 'ACS URL', exact: true })).toHaveValue(provider.acsUrl);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();
  const metadata = await page.getByRole('link', { name: 'Download metadata' }).getAttribute('href');

  await page.getByRole('link', { name: 'Attribute mapping' }).click();
  await page.getByRole('button', { name: 'Add attribute' }).click();
  await page.getByRole('combobox', { name: 'Claim, attribute 1' }).click();
  await page.getByRole('option', { name: 'email', exact: true }).click();
  await page.getByRole('textbox', { name: 'Attribute name, attribute 1' }).fill('urn:mail');
  await page.getByRole('button', { name: 'Add text attribute' }).click();
  await page.getByRole('textbox', { name: 'Attribute name, text attribute 1' }).fill('label');
  await page.getByRole('textbox', { name: 'Text, text attribute 1' }).fill('{{username}} at Acme');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('1 unsaved change')).toHaveCount(0);

  await provider.connect(metadata ?? '');
  const person = await (await browser.newContext()).newPage();
  const complaints = watchConsole(person);
  await person.goto(provider.url);
  await person.getByRole('link', { name: 'Sign in' }).click();
  await person.getByLabel('Username').fill(maya.username);
  await person.getByLabel('Password', { exact: true }).fill(maya.password);
  await person.keyboard.press('Enter');
  const attributes = person.getByRole('table', { name: 'Attributes' });
  await expect(attributes.getByRole('row', { name: `urn:mail ${maya.primaryEmail}` })).toBeVisible();
  await expect(attributes.getByRole('row', { name: 'label maya at Acme' })).toBeVisible();
  await expect(attributes.getByRole('row', { name: 'RelayState after=sign-in' })).toBeVisible();
  expect(complaints).toEqual([]);
  await person.context().close();
  await provider.stop();

  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'New certificate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create certificate' }).click();
  const next = certificates.getByRole('row', { name: /Inactive/ });
  await next.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Activate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByText('Certificate activated')).toBeVisible();
  await expect(certificates.getByRole('row', { name: /Inactive/ })).toHaveCount(1);
  administrator.expectNoComplaints();
});
