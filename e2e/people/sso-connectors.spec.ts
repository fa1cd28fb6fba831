import { identityProvider } from '../../server/src/testing/identity-provider.ts';
import { assertionXml, metadataOf, signingKey } from '../../server/src/testing/saml.ts';
import { becomeAdministrator } from '../administrator.ts';
import { expect, test } from '../product.ts';
import { visit } from '../visit.ts';

// The test provider runs on localhost.
test.use({ environment: { ALLOW_PRIVATE_EGRESS: 'true' } });

test('enterprise connectors are connected by OIDC and SAML, and a connection is tested before people use it', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const provider = await identityProvider();
  await page.goto(`${oss.consoleUrl}/enterprise-sso/create`);
  const dialog = page.getByRole('dialog', { name: 'Add enterprise connector' });
  await dialog.getByRole('radio', { name: /^OIDC/ }).check();
  await dialog.getByRole('textbox', { name: 'Connector name' }).fill('Northwind');
  await dialog.getByRole('button', { name: 'Add connector' }).click();
  const issuer = page.getByRole('textbox', { name: 'Issuer' });
  await issuer.fill(`${provider.issuer}/elsewhere`);
  await page.getByRole('textbox', { name: 'Client ID' }).fill(provider.client.id);
  await page.getByLabel('Client secret', { exact: true }).fill(provider.client.secret);
  await page.keyboard.press('Control+s');
  await expect(issuer).toHaveAccessibleDescription(/No discovery document could be read/);
  await issuer.fill(provider.issuer);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(page.getByText(`${provider.issuer}/token`)).toBeVisible();

  await test.step('the window of a test signs nobody in', async () => {
    const open = async (name: string) => {
      const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name }).click()]);
      await expect(popup.getByRole('heading', { name: 'The test is finished' })).toBeVisible();
      await popup.close();
    };
    provider.refuse();
    await open('Test connection');
    await expect(page.getByText('The provider denied access.')).toBeVisible();
    provider.hire({ sub: 'ada-7', email: 'ada@northwind.example', email_verified: true, name: 'Ada' });
    await open('Test again');
    await expect(page.getByText('Passed')).toBeVisible();
    await expect(page.getByText('The connector has no email domain.')).toBeVisible();
    await expect(page.getByText('ada-7', { exact: true })).toBeVisible();
    expect(await administrator.api('get', '/api/users?search=ada')).toEqual([]);
  });

  await test.step('a metadata document is read, the sample is mapped, and the key pair is created', async () => {
    const entityId = 'https://idp.fjord.example/saml';
    const xml = metadataOf({ entityId, signInEndpoint: `${entityId}/sso`, key: signingKey() });
    const { id } = await administrator.api<{ id: string }>('post', '/api/sso-connectors', {
      providerName: 'SAML',
      connectorName: 'Fjord',
      domains: ['fjord.example'],
    });
    await visit(page, `${oss.consoleUrl}/enterprise-sso/${id}/connection`);
    await page.getByRole('radio', { name: /Metadata document/ }).check();
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'idp.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) });
    await page.getByRole('switch', { name: /Sign requests/ }).check();
    await page.keyboard.press('Control+s');
    await expect(page.getByText(`${entityId}/sso`, { exact: true })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Key pairs' }).getByRole('row', { name: /In use/ })).toBeVisible();
    const sample = assertionXml({ issuer: entityId, nameId: 'ada-7', attributes: { mail: 'ada@fjord.example' } });
    await page.getByRole('textbox', { name: 'Preview with a sample' }).fill(sample);
    const mapped = page.getByRole('table', { name: 'Mapped data of the sample' });
    await expect(mapped.getByRole('row', { name: /Email address ada@fjord\.example mail/ })).toBeVisible();
  });
  provider.close();
  administrator.expectNoComplaints(400, 404);
});
