import { Application, ApplicationDetails, applicationsApi } from '@postern/contracts/access/applications';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { SsoConnectionTest, ssoConnectionTestsApi } from '@postern/contracts/people/sso-connection-tests';
import {
  IdpInitiatedAuthConfig,
  OidcProviderConfig,
  SamlProviderConfig,
  SsoConnector,
  SsoConnectorWithProviderConfig,
  SsoProvider,
  ssoConnectorsApi,
} from '@postern/contracts/people/sso-connectors';
import { SsoKey, ssoKeysApi } from '@postern/contracts/people/sso-keys';
import { ssoSetupLinksApi } from '@postern/contracts/people/sso-setup-links';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, openScreen } from '../../../testing/open-screen.tsx';

afterEach(() => {
  expect(api.reset()).toEqual([]);
});

const dialog = page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const save = () => userEvent.keyboard('{Control>}s{/Control}');
const unsaved = page.getByText(/unsaved change/);
const issuer = 'https://login.northwind.example';
const logo = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E';

/** Answers one connector, as the server does after changes. */
function keepConnector(given: Partial<SsoConnectorWithProviderConfig>) {
  const state = {
    connector: sample(SsoConnectorWithProviderConfig, {
      id: 'c1',
      connectorName: 'Northwind',
      name: 'OIDC',
      providerLogo: logo,
      providerLogoDark: logo,
      ...given,
    }),
  };
  api.on(ssoConnectorsApi.get, () => state.connector);
  api.on(ssoConnectorsApi.list, () => [state.connector]);
  api.on(ssoSetupLinksApi.list, []);
  api.on(signInExperienceApi.get, () => refuse('entity.not_found'));
  api.on(ssoConnectionTestsApi.list, []);
  api.on(ssoConnectorsApi.update, ({ body }) => {
    state.connector = { ...state.connector, ...(body as Partial<SsoConnectorWithProviderConfig>) };
    return state.connector;
  });
  return state;
}

test('an empty list offers to add a connector, for a provider that must be chosen', async () => {
  keepConnector({ providerName: 'OIDC', providerType: 'oidc' });
  api.on(ssoConnectorsApi.list, []);
  api.on(ssoConnectorsApi.listProviders, [
    sample(SsoProvider, { providerName: 'OIDC', name: 'OIDC', description: 'Any provider', logo, logoDark: logo }),
    sample(SsoProvider, { providerName: 'SAML', name: 'SAML', description: 'Any provider', logo, logoDark: logo }),
  ]);
  api.on(ssoConnectorsApi.create, sample(SsoConnector, { id: 'c1' }));
  await openScreen('/enterprise-sso');
  await expect.element(page.getByText('No enterprise connectors yet')).toBeVisible();
  await expectToFit();
  await page.getByRole('link', { name: 'Add enterprise connector' }).click();
  await expect.element(dialog.getByRole('radio', { name: /^OIDC/ })).toHaveFocus();
  await dialog.getByRole('button', { name: 'Add connector' }).click();
  await expect.element(dialog.getByText('Choose an identity provider.')).toBeVisible();
  await dialog.getByRole('radio', { name: /^OIDC/ }).click();
  await dialog.getByRole('textbox', { name: 'Connector name' }).fill('Northwind');
  await expectToFit();
  await dialog.getByRole('button', { name: 'Add connector' }).click();
  await expect.element(page.getByText('Not set up')).toBeVisible();
  expect(location.pathname).toMatch(/\/enterprise-sso\/c1\/connection$/);
  expect(api.requestsOf(ssoConnectorsApi.create)[0]?.body).toEqual({
    providerName: 'OIDC',
    connectorName: 'Northwind',
  });
  await expect.element(page.getByText(/\/callback\/c1$/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'IdP-initiated' })).not.toBeInTheDocument();
});

test('a connection by OpenID Connect names wrong values at their field, and shows what the provider publishes', async () => {
  const state = keepConnector({ providerName: 'OIDC', providerType: 'oidc' });
  const problem = 'No discovery document could be read at this issuer. Check the address.';
  api.on(ssoConnectorsApi.update, ({ body }) => {
    if (body.config?.issuer !== issuer) {
      const issues = [{ path: ['config', 'issuer'], code: 'custom', message: problem }];
      return refuse('connector.invalid_config', { issues, message: problem });
    }
    const endpoints = {
      tokenEndpoint: `${issuer}/token`,
      postLogoutRedirectUri: 'https://x.example/single-sign-on/oidc/c1/logout',
    };
    state.connector = {
      ...state.connector,
      config: body.config,
      providerConfig: sample(OidcProviderConfig, { issuer, ...endpoints }),
    };
    return state.connector;
  });
  await openScreen('/enterprise-sso/c1/connection');
  await field('Issuer').fill(`${issuer}/elsewhere`);
  await field('Client ID').fill('postern');
  await save();
  const secret = page.getByLabelText('Client secret', { exact: true });
  await expect.element(secret).toHaveAccessibleDescription(/Fill in this field/);
  await secret.fill('open sesame');
  await save();
  await expect.element(field('Issuer')).toHaveAccessibleDescription(/No discovery document could be read/);
  await field('Issuer').fill(issuer);
  await page.getByRole('switch', { name: /Sign out of the identity provider too/ }).click();
  await save();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  await expect.element(page.getByText(/The provider does not offer single logout/)).toBeVisible();
  await expect.element(page.getByText(`${issuer}/token`)).toBeVisible();
  await expect.element(page.getByText(/\/single-sign-on\/oidc\/c1\/logout$/)).toBeVisible();
  await expectToFit();
});

test('a domain of everyone is refused, and a connector with a domain is ready', async () => {
  const config = { issuer, clientId: 'postern', clientSecret: '' };
  const providerConfig = sample(OidcProviderConfig, { issuer });
  const state = keepConnector({ providerName: 'OIDC', providerType: 'oidc', config, providerConfig });
  await openScreen('/enterprise-sso/c1/experience');
  const domain = field('Email domains, row 1');
  await domain.fill('gmail.com');
  await save();
  await expect.element(domain).toHaveAccessibleDescription(/Anyone can get an address/);
  await domain.fill('northwind.example');
  await page.getByRole('textbox', { name: /^Display name/ }).fill('Northwind Traders');
  await page.getByRole('radio', { name: /At every sign-in/ }).click();
  await save();
  await expect.element(page.getByText('Ready')).toBeVisible();
  expect(state.connector).toMatchObject({ domains: ['northwind.example'], syncProfile: true });
  await expectToFit();
  await page.getByRole('link', { name: 'Enterprise SSO' }).first().click();
  await expect.element(page.getByRole('row', { name: /Northwind.*northwind\.example.*Ready/ })).toBeVisible();
});

const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
const entityId = 'https://idp.fjord.example/saml';
const saml = sample(SamlProviderConfig, {
  serviceProvider: {
    entityId: 'https://x.example/enterprise-sso/c1',
    assertionConsumerServiceUrl: 'https://x.example/acs/c1',
    metadataUrl: 'https://x.example/metadata/c1',
    singleLogoutServiceUrl: 'https://x.example/slo/c1',
    x509Certificate: certificate,
  },
});
const identityProvider = {
  entityId,
  signInEndpoint: `${entityId}/sso`,
  x509Certificate: certificate,
  certificateExpiresAt: Date.UTC(2060, 0, 1),
  isCertificateValid: true,
};
const assertion = `<Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion"><Issuer>${entityId}</Issuer>
  <Subject><NameID>ada-7</NameID></Subject><AttributeStatement><Attribute Name="mail">
  <AttributeValue>ada@fjord.example</AttributeValue></Attribute></AttributeStatement></Assertion>`;

test('a connection by SAML takes a metadata document from a file, and previews a sample', async () => {
  const state = keepConnector({ providerName: 'SAML', providerType: 'saml', name: 'SAML', providerConfig: saml });
  api.on(ssoConnectorsApi.update, ({ body }) => {
    const message = 'The document is not well-formed XML.';
    if (!String(body.config?.metadata).includes('</EntityDescriptor>')) {
      return refuse('connector.invalid_config', {
        issues: [{ path: ['config', 'metadata'], code: 'custom', message }],
        message,
      });
    }
    state.connector = {
      ...state.connector,
      config: body.config ?? {},
      providerConfig: { ...saml, identityProvider },
    };
    return state.connector;
  });
  api.on(ssoKeysApi.list, []);
  await openScreen('/enterprise-sso/c1/connection');
  await expect.element(page.getByText('https://x.example/enterprise-sso/c1')).toBeVisible();
  await page.getByRole('radio', { name: /Metadata document/ }).click();
  const metadata = page.getByRole('textbox', { name: 'Metadata (XML)' });
  await metadata.fill('<EntityDescriptor>');
  await save();
  await expect.element(metadata).toHaveAccessibleDescription(/not well-formed XML/);
  const xml = `<EntityDescriptor entityID="${entityId}"></EntityDescriptor>`;
  const input = page.elementLocator(document.querySelector('input[type=file]') as Element);
  await userEvent.upload(input, new File([xml], 'idp.xml', { type: 'text/xml' }));
  await expect.element(metadata).toHaveValue(xml);
  await save();
  await expect.element(page.getByText('Certificate expires', { exact: true })).toBeVisible();
  await expect.element(page.getByText(`${entityId}/sso`, { exact: true })).toBeVisible();
  await page.getByRole('textbox', { name: /^Preview with a sample/ }).fill(assertion);
  const mapped = page.getByRole('table', { name: 'Mapped data of the sample' });
  await expect.element(mapped.getByRole('row', { name: /User ID ada-7 nameID/ })).toBeVisible();
  await expect.element(mapped.getByRole('row', { name: /Email address ada@fjord\.example mail/ })).toBeVisible();
  await expect.element(mapped.getByRole('row', { name: /Name Not in the sample/ })).toBeVisible();
  await expectToFit();
});

test('the key pair of a SAML connector is replaced in two steps', async () => {
  const key = (state: SsoKey['state'], fingerprint: string) =>
    sample(SsoKey, { state, fingerprint: fingerprint.repeat(64), expiresAt: Date.UTC(2060, 0, 1) });
  let keys = [key('current', 'a')];
  const config = { metadata: '<EntityDescriptor/>', signRequests: true };
  const providerConfig = { ...saml, identityProvider };
  keepConnector({ providerName: 'SAML', providerType: 'saml', config, providerConfig });
  api.on(ssoKeysApi.list, () => keys);
  api.on(ssoKeysApi.create, () => {
    keys = [...keys, key('next', 'b')];
    return keys;
  });
  api.on(ssoKeysApi.activate, () => {
    keys = [key('current', 'b'), key('previous', 'a')];
    return keys;
  });
  await openScreen('/enterprise-sso/c1/connection');
  const table = page.getByRole('table', { name: 'Key pairs' });
  await expect.element(table.getByRole('row', { name: /In use/ })).toBeVisible();
  await button('Create the next key pair').click();
  await table.getByRole('row', { name: /Next/ }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Activate' }).click();
  await dialog.getByRole('button', { name: 'Activate' }).click();
  await expect.element(table.getByRole('row', { name: /Previous/ })).toBeVisible();
  await expect.poll(() => table.getByRole('row').elements()).toHaveLength(3);
  await expectToFit();
});

test('a sign-in that starts at the provider is allowed for an application with its address', async () => {
  keepConnector({ providerName: 'SAML', providerType: 'saml', providerConfig: saml });
  const portal = {
    id: 'portal',
    name: 'Portal',
    type: 'Traditional' as const,
    oidcClientMetadata: { redirectUris: ['https://portal.example/cb'], postLogoutRedirectUris: [] },
  };
  let stored: IdpInitiatedAuthConfig | undefined;
  api.on(applicationsApi.list, [sample(Application, portal)]);
  api.on(applicationsApi.get, sample(ApplicationDetails, portal));
  api.on(ssoConnectorsApi.getIdpInitiated, () => stored ?? refuse('entity.not_found'));
  api.on(ssoConnectorsApi.setIdpInitiated, ({ body }) => {
    stored = sample(IdpInitiatedAuthConfig, { connectorId: 'c1', ...body, redirectUri: 'https://portal.example/cb' });
    return stored;
  });
  await openScreen('/enterprise-sso/c1/idp-initiated-auth');
  await expect.element(page.getByText(/login CSRF/)).toBeVisible();
  await page.getByRole('switch', { name: /Allow sign-in/ }).click();
  await save();
  await expect.element(page.getByRole('alert').filter({ hasText: 'Fill in this field.' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Application' }).click();
  await page.getByRole('option', { name: /Portal/ }).click();
  await expect.element(page.getByRole('combobox', { name: 'Redirect URI' })).toHaveValue('https://portal.example/cb');
  await save();
  await expect.element(unsaved).not.toBeInTheDocument();
  await expectToFit();
  expect(api.requestsOf(ssoConnectorsApi.setIdpInitiated)[0]?.body).toMatchObject({
    autoSendAuthorizationRequest: true,
    defaultApplicationId: 'portal',
    redirectUri: 'https://portal.example/cb',
  });
});

test('the result of a test is shown, and a connector is deleted after its name is typed', async () => {
  const config = { issuer, clientId: 'postern', clientSecret: '' };
  keepConnector({ providerName: 'OIDC', providerType: 'oidc', config, providerConfig: sample(OidcProviderConfig, {}) });
  const denied = {
    code: 'access_denied',
    severity: 'error',
    title: 'The provider denied access.',
    advice: 'Assign the person.',
  } as const;
  const done = { id: 't1', connectorId: 'c1', status: 'failed', problems: [denied] } as const;
  api.on(ssoConnectionTestsApi.list, [sample(SsoConnectionTest, { ...done, problems: [denied] })]);
  await openScreen('/enterprise-sso/c1/connection');
  await expect.element(page.getByText('The provider denied access.')).toBeVisible();
  await expectToFit();
  const mapped = { id: 'ada-7', email: 'ada@northwind.example', name: 'Ada', avatar: null, isEmailVerified: true };
  api.on(ssoConnectionTestsApi.list, [
    sample(SsoConnectionTest, {
      ...done,
      status: 'passed',
      problems: [{ ...denied, code: 'no_domains', severity: 'warning', title: 'The connector has no email domain.' }],
      mapped,
      received: { isVerified: true, claims: { sub: 'ada-7' }, raw: '{}' },
    }),
  ]);
  await openScreen('/enterprise-sso/c1/connection');
  await expect.element(page.getByText('Passed')).toBeVisible();
  await expect.element(page.getByText('The connector has no email domain.')).toBeVisible();
  await expect.element(page.getByText('ada-7', { exact: true })).toBeVisible();
  await expectToFit();

  api.on(ssoConnectorsApi.remove, undefined);
  await button('Delete connector').click();
  await page.getByRole('textbox', { name: /Type Northwind/ }).fill('Northwind');
  api.on(ssoConnectorsApi.list, []);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('Connector deleted')).toBeVisible();
  await expect.element(page.getByText('No enterprise connectors yet')).toBeVisible();
});

test('steps at the provider name its fields and those of this page, for each product', async () => {
  keepConnector({ providerName: 'Okta', providerType: 'oidc' });
  await openScreen('/enterprise-sso/c1/connection');
  const okta = page.getByRole('list', { name: 'Okta' });
  await expect.element(okta.getByText('In Okta Admin Console, open Applications → Applications.')).toBeVisible();
  await expect
    .element(okta.getByText('Copy “Redirect URI” from here into “Sign-in redirect URIs” there.'))
    .toBeVisible();
  await expect.element(okta.getByText(/Replace the part in braces/)).toBeVisible();

  keepConnector({ providerName: 'SAML', providerType: 'saml' });
  await openScreen('/enterprise-sso/c1/connection');
  await page.getByRole('combobox', { name: 'Product' }).click();
  expect(
    page
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Okta', 'Microsoft Entra ID', 'Google Workspace', 'PingOne', 'OneLogin', 'JumpCloud']);
  await page.getByRole('option', { name: 'JumpCloud' }).click();
  const jumpCloud = page.getByRole('list', { name: 'JumpCloud' });
  await expect
    .element(jumpCloud.getByText('Copy “SSO → Copy Metadata URL” from there into “Metadata URL” here.'))
    .toBeVisible();
  await page.getByRole('combobox', { name: 'Product' }).click();
  await page.getByRole('option', { name: 'PingOne' }).click();
  await expect.element(page.getByText('Turn the application on with the switch at its top right.')).toBeVisible();
  await expect.element(unsaved).not.toBeInTheDocument();
  await expectToFit();
});
