import { createServer } from 'node:http';
import { identityProvider } from '../../server/src/testing/identity-provider.ts';
import { assertionXml, metadataOf, signingKey } from '../../server/src/testing/saml.ts';
import { becomeAdministrator } from '../administrator.ts';
import { freePort } from '../free-port.ts';
import { expect, expectToFit, test } from '../product.ts';
import { visit } from '../visit.ts';

// The test provider runs on localhost.
test.use({ environment: { ALLOW_PRIVATE_EGRESS: 'true' } });

/** An identity provider that publishes a discovery document, and nothing else. */
async function startDiscovery() {
  const issuer = `http://localhost:${await freePort()}`;
  const server = createServer((request, response) => {
    const isKnown = request.url === '/.well-known/openid-configuration';
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(Number(new URL(issuer).port), resolve));
  return { issuer, stop: () => new Promise((resolve) => server.close(resolve)) };
}

test('enterprise connectors are added, connected by OIDC and SAML, used by an organization, and deleted', async ({
  page,
  oss,
}) => {
  test.slow();
  const administrator = await becomeAdministrator(page, oss);
  const provider = await startDiscovery();
  await page.goto(`${oss.consoleUrl}/enterprise-sso`);
  await expect(page.getByText('No enterprise connectors yet')).toBeVisible();
  await expectToFit(page);

  // OpenID Connect
  await page.getByRole('link', { name: 'Add enterprise connector' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add enterprise connector' });
  await dialog.getByRole('button', { name: 'Add connector' }).click();
  await expect(dialog.getByText('Choose an identity provider.')).toBeVisible();
  await dialog.getByRole('radio', { name: /^OIDC/ }).check();
  await dialog.getByRole('textbox', { name: 'Connector name' }).fill('Northwind');
  await expectToFit(page);
  await dialog.getByRole('button', { name: 'Add connector' }).click();
  await expect(page).toHaveURL(/\/enterprise-sso\/[\da-z]+\/connection$/);
  await expect(page.getByText('Not set up')).toBeVisible();
  await expect(page.getByText(/\/callback\/[\da-z]+$/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'IdP-initiated' })).toHaveCount(0);
  const issuer = page.getByRole('textbox', { name: 'Issuer' });
  await issuer.fill(`${provider.issuer}/elsewhere`);
  await page.getByRole('textbox', { name: 'Client ID' }).fill('postern');
  await page.keyboard.press('Control+s');
  await expect(page.getByLabel('Client secret', { exact: true })).toHaveAccessibleDescription(/Fill in this field/);
  await page.getByLabel('Client secret', { exact: true }).fill('open sesame');
  await page.keyboard.press('Control+s');
  await expect(issuer).toHaveAccessibleDescription(/No discovery document could be read/);
  await issuer.fill(provider.issuer);
  await expect(page.getByText(/\/single-sign-on\/oidc\/[\da-z]+\/logout$/)).toBeVisible();
  await page.getByRole('switch', { name: 'Sign out of the identity provider too' }).click();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(page.getByText('The provider does not offer single logout')).toBeVisible();
  await expect(page.getByText(`${provider.issuer}/token`)).toBeVisible();
  await expectToFit(page);

  await page.getByRole('link', { name: 'SSO experience' }).click();
  const domain = page.getByRole('textbox', { name: 'Email domains, row 1' });
  await domain.fill('gmail.com');
  await page.keyboard.press('Control+s');
  await expect(domain).toHaveAccessibleDescription(/Anyone can get an address/);
  await domain.fill('northwind.example');
  await page.getByRole('textbox', { name: 'Display name' }).fill('Northwind Traders');
  await page.getByRole('radio', { name: /At every sign-in/ }).check();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Ready')).toBeVisible();
  await expectToFit(page);

  // SAML
  const key = signingKey();
  const entityId = 'https://idp.fjord.example/saml';
  const xml = metadataOf({ entityId, signInEndpoint: `${entityId}/sso`, key });
  const { id } = await administrator.api<{ id: string }>('post', '/api/sso-connectors', {
    providerName: 'SAML',
    connectorName: 'Fjord',
    domains: ['fjord.example'],
  });
  await page.getByRole('link', { name: 'Enterprise SSO' }).first().click();
  await expect(page.getByRole('row', { name: /Northwind.*northwind\.example.*Ready/ })).toBeVisible();
  await page.getByRole('link', { name: 'Fjord' }).click();
  await expect(page.getByText(`/enterprise-sso/${id}`)).toBeVisible();
  await page.getByRole('radio', { name: /Metadata document/ }).check();
  const metadata = page.getByRole('textbox', { name: 'Metadata (XML)' });
  await metadata.fill('<EntityDescriptor>');
  await page.keyboard.press('Control+s');
  await expect(metadata).toHaveAccessibleDescription(/not well-formed XML/);
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'idp.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) });
  await expect(metadata).toHaveValue(xml);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Certificate expires', { exact: true })).toBeVisible();
  await expect(page.getByText(`${entityId}/sso`, { exact: true })).toBeVisible();
  const sample = assertionXml({ issuer: entityId, nameId: 'ada-7', attributes: { mail: 'ada@fjord.example' } });
  await page.getByRole('textbox', { name: 'Preview with a sample' }).fill(sample);
  const mapped = page.getByRole('table', { name: 'Mapped data of the sample' });
  await expect(mapped.getByRole('row', { name: /User ID ada-7 nameID/ })).toBeVisible();
  await expect(mapped.getByRole('row', { name: /Email address ada@fjord\.example mail/ })).toBeVisible();
  await expect(mapped.getByRole('row', { name: /Name Not in the sample/ })).toBeVisible();
  // The key pair is replaced in two steps.
  await page.getByRole('switch', { name: /Sign requests/ }).check();
  await page.keyboard.press('Control+s');
  const keys = page.getByRole('table', { name: 'Key pairs' });
  await expect(keys.getByRole('row', { name: /In use/ })).toBeVisible();
  await page.getByRole('button', { name: 'Create the next key pair' }).click();
  await keys.getByRole('row', { name: /Next/ }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Activate' }).click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Activate' }).click();
  await expect(keys.getByRole('row', { name: /Previous/ })).toBeVisible();
  await expect(keys.getByRole('row')).toHaveCount(3);
  await expectToFit(page);

  await administrator.api('post', '/api/applications', {
    name: 'Portal',
    type: 'Traditional',
    oidcClientMetadata: { redirectUris: ['https://portal.example/cb'], postLogoutRedirectUris: [] },
  });
  await page.getByRole('link', { name: 'IdP-initiated' }).click();
  await expect(page.getByText(/login CSRF/)).toBeVisible();
  await page.getByRole('switch', { name: /Allow sign-in/ }).check();
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alert').filter({ hasText: 'Fill in this field.' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Application' }).click();
  await page.getByRole('option', { name: /Portal/ }).click();
  await expect(page.getByRole('combobox', { name: 'Redirect URI' })).toHaveValue('https://portal.example/cb');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/unsaved change/)).toHaveCount(0);
  await expectToFit(page);
  expect(await administrator.api('get', `/api/sso-connectors/${id}/idp-initiated-auth-config`)).toMatchObject({
    autoSendAuthorizationRequest: true,
    redirectUri: 'https://portal.example/cb',
  });

  // An organization that people join by single sign-on
  const organization = await administrator.api<{ id: string }>('post', '/api/organizations', { name: 'Fjord' });
  await visit(page, `${oss.consoleUrl}/organizations/${organization.id}/just-in-time`);
  await page.getByRole('button', { name: 'Edit connectors' }).click();
  await page.getByRole('checkbox', { name: /Fjord/ }).check();
  await page.getByRole('button', { name: 'Save connectors' }).click();
  await page.getByRole('table', { name: 'Enterprise connectors' }).getByRole('link', { name: 'Fjord' }).click();

  await page.getByRole('button', { name: 'Delete connector' }).click();
  await page.getByRole('textbox', { name: /Type Fjord/ }).fill('Fjord');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Connector deleted')).toBeVisible();
  await expect(page.getByRole('row', { name: /Northwind/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Fjord/ })).toHaveCount(0);
  await provider.stop();
  administrator.expectNoComplaints(400, 404);
});

test('a connection is tested in a window before people use it', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  const provider = await identityProvider();
  const { id } = await administrator.api<{ id: string }>('post', '/api/sso-connectors', {
    providerName: 'OIDC',
    connectorName: 'Northwind',
    config: provider.config,
  });
  await page.goto(`${oss.consoleUrl}/enterprise-sso/${id}/connection`);
  const open = async (name: string) => {
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name }).click()]);
    await expect(popup.getByRole('heading', { name: 'The test is finished' })).toBeVisible();
    await popup.close();
  };
  provider.refuse();
  await open('Test connection');
  await expect(page.getByText('The provider denied access.')).toBeVisible();
  await expectToFit(page);

  provider.hire({ sub: 'ada-7', email: 'ada@northwind.example', email_verified: true, name: 'Ada' });
  await open('Test again');
  await expect(page.getByText('Passed')).toBeVisible();
  await expect(page.getByText('The connector has no email domain.')).toBeVisible();
  await expect(page.getByText('ada-7', { exact: true })).toBeVisible();
  await expectToFit(page);
  expect(await administrator.api('get', '/api/users?search=ada')).toEqual([]);
  provider.close();
  administrator.expectNoComplaints();
});
