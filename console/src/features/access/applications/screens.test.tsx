import { ApplicationSignInExperience, applicationBrandingApi } from '@postern/contracts/access/application-branding';
import { applicationConsentApi, ConsentScopes } from '@postern/contracts/access/application-consent';
import { applicationCreatorsApi } from '@postern/contracts/access/application-creators';
import {
  Application,
  ApplicationDetails,
  ApplicationSecret,
  applicationsApi,
  CustomDomain,
} from '@postern/contracts/access/applications';
import { Domain, domainsApi } from '@postern/contracts/access/domains';
import { DynamicRegistration, dynamicClientsApi } from '@postern/contracts/access/dynamic-clients';
import { organizationScopesApi } from '@postern/contracts/access/organization-scopes';
import { ResourceWithScopes, resourcesApi, Scope } from '@postern/contracts/access/resources';
import { applicationRolesApi, RoleWithHolders, rolesApi } from '@postern/contracts/access/roles';
import { PreviewedScope, TokenPreview, tokenPreviewApi } from '@postern/contracts/access/token-preview';
import { ListedOrganization, organizationsApi } from '@postern/contracts/people/organizations';
import { User, usersApi } from '@postern/contracts/people/users';
import { auditApi, Log } from '@postern/contracts/records/audit';
import { userAssetsApi } from '@postern/contracts/records/user-assets';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { failWith, refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, expectNoProblems, has, openScreen, press, pressSave } from '../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

const heading = (name: string | RegExp) => page.getByRole('heading', { name });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });

const shops = Array.from({ length: 45 }, (_, index) =>
  sample(Application, {
    id: `shop${index + 1}`,
    name: `Shop ${index + 1}`,
    type: (index + 1) % 3 === 0 ? 'Native' : 'SPA',
  }),
);

/** Lists applications as the server does: those whose name contains the search, of the types. */
function answerList(applications: readonly Application[]): void {
  api.on(applicationCreatorsApi.list, []);
  api.on(applicationsApi.list, ({ query }) => {
    const [text = ''] = [query.search].flat();
    const types = [query.types ?? []].flat();
    return applications.filter(
      ({ name, type, isThirdParty }) =>
        name.toLowerCase().includes(text.replaceAll('%', '').toLowerCase()) &&
        (types.length === 0 || types.includes(type)) &&
        String(isThirdParty) === query.isThirdParty,
    );
  });
}

/** An application that the page can change. */
function answerApplication(given: Partial<ApplicationDetails>): void {
  let application = sample(ApplicationDetails, {
    id: 'app1',
    name: 'Bookshop',
    type: 'SPA',
    oidcClientMetadata: { redirectUris: ['https://books.example/callback'], postLogoutRedirectUris: [] },
    ...given,
  });
  api.on(domainsApi.list, []);
  api.on(dynamicClientsApi.getRegistration, refuse('entity.not_found'));
  api.on(applicationCreatorsApi.list, []);
  api.on(applicationsApi.listSecrets, []);
  api.on(applicationsApi.get, () => application);
  api.on(applicationsApi.update, ({ body }) => {
    application = { ...application, ...(body as Partial<ApplicationDetails>) };
    return application;
  });
}

test.each([
  ['/applications', 'No applications yet'],
  ['/applications/third-party-applications', 'No third-party applications yet'],
])('the empty list at %s offers to create an application', async (path, title) => {
  answerList([]);
  await openScreen(path);
  await expect.element(heading(title)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Create application' })).toBeVisible();
  await expectToFit();
});

test('the button is hidden until the list is loaded, because an empty list shows it at another place', async () => {
  const loaded = Promise.withResolvers<Application[]>();
  answerList(shops);
  api.on(applicationsApi.list, ({ query }) => (query.page_size === '20' ? loaded.promise : shops));
  await openScreen('/applications');
  const create = page.getByRole('link', { name: 'Create application' });
  await expect.element(page.getByRole('searchbox', { name: 'Search applications' })).toBeVisible();
  expect(create.query()).toBeNull();
  loaded.resolve(shops);
  await expect.element(create).toBeVisible();
});

test('a long list is searched, filtered, sorted and paged, and the URL keeps the state', async () => {
  answerList(shops);
  await openScreen('/applications?page=3', { appearance: 'dark' });
  await expect.element(page.getByText('41–45 of 45')).toBeVisible();
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect.element(page.getByText('21–40 of 45')).toBeVisible();
  expect(location.search).toContain('page=2');
  await expectAccessible();

  await userEvent.keyboard('/shop 4');
  await expect.element(page.getByText('1–7 of 7')).toBeVisible();
  expect(location.search).toMatch(/search=shop\+4$/);
  await page.getByRole('button', { name: 'Type' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Native app' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('1–2 of 2')).toBeVisible();
  answerApplication({ id: 'shop45', name: 'Shop 45' });
  await page.getByRole('link', { name: /Shop 45/ }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Shop 45' })).toBeVisible();
  history.back();
  await expect.element(page.getByText('1–2 of 2')).toBeVisible();

  await page.getByRole('searchbox').fill('nothing like it');
  await expect.element(heading('Nothing matches “nothing like it”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect.element(page.getByText('1–20 of 45')).toBeVisible();

  const byName = page.getByRole('button', { name: 'Application', exact: true });
  await byName.click();
  const sorted = (direction: string) => document.querySelector(`th[aria-sort="${direction}"]`)?.textContent;
  await expect.poll(() => sorted('ascending')).toBe('Application');
  await expect.poll(() => api.requestsOf(applicationsApi.list).at(-1)?.query.sort).toBe('name');
  await byName.click();
  await expect.poll(() => sorted('descending')).toBe('Application');
  await expect.poll(() => api.requestsOf(applicationsApi.list).at(-1)?.query.sort).toBe('-name');
});

test('an application is created by keyboard', async () => {
  answerList([]);
  answerApplication({});
  api.on(applicationsApi.create, ({ body }) => sample(Application, { id: 'app1', name: body.name, type: body.type }));
  await openScreen('/applications');
  await press(page.getByRole('link', { name: 'Create application' }), '{Enter}');
  await press(page.getByRole('link', { name: 'Create without framework' }), '{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Create application' });
  await expect.element(dialog.getByRole('radio', { name: /Native app/ })).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard(' {ArrowDown}');
  await expect.element(dialog.getByRole('radio', { name: /Single-page app/ })).toBeChecked();
  await userEvent.keyboard('{Tab}Bookshop{Enter}');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Bookshop' })).toBeVisible();
  expect(api.requestsOf(applicationsApi.create)[0]?.body).toMatchObject({ name: 'Bookshop', type: 'SPA' });
});

test('an application for devices has no redirect URIs, and no front-channel sign-out', async () => {
  answerList([]);
  answerApplication({ type: 'Native', customClientMetadata: { isDeviceFlow: true } });
  api.on(applicationsApi.create, ({ body }) => sample(Application, { id: 'app1', name: body.name, type: body.type }));
  await openScreen('/applications/create?type=Native');
  const dialog = page.getByRole('dialog', { name: 'Create application' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Television');
  await dialog.getByRole('switch', { name: has('For devices without a browser') }).click();
  await expectToFit();
  await userEvent.keyboard('{Enter}');
  await expect.element(heading('Back-channel sign-out')).toBeVisible();
  expect(api.requestsOf(applicationsApi.create)[0]?.body).toMatchObject({
    type: 'Native',
    customClientMetadata: { isDeviceFlow: true },
  });
  expect(heading('Front-channel sign-out').query()).toBeNull();
  expect(page.getByRole('group', { name: 'Redirect URIs', exact: true }).query()).toBeNull();
  expect(page.getByRole('switch', { name: has('Allow the device flow') }).query()).toBeNull();
});

test('each invalid setting is reported at its line, and valid ones are saved and shown', async () => {
  answerApplication({});
  await openScreen('/applications/app1');
  await expect.element(heading('Bookshop')).toBeVisible();
  expect(location.pathname).toBe('/applications/app1/settings');
  const redirects = page.getByRole('group', { name: 'Redirect URIs', exact: true });
  const second = field('Redirect URIs, row 2');
  const days = page.getByRole('textbox', { name: 'Lifetime' });
  const data = page.getByRole('textbox', { name: 'Custom data (JSON)' });
  const signOut = page.getByRole('textbox', { name: /^Sign-out URI/ });
  await redirects.getByRole('button', { name: 'Add another' }).click();
  await expect.element(second).toHaveFocus();
  await userEvent.keyboard('com.example.books://callback');
  await days.fill('91');
  await signOut.fill('https://10.0.0.7/signed-out');
  await data.fill('{\n  "plan": "gold"\n  "seats": 5\n}');
  await pressSave();
  await expect.element(second).toHaveAccessibleDescription(/Private schemes are for native apps/);
  await expect.element(days).toHaveAccessibleDescription(/180/);
  await expect.element(data).toHaveAccessibleDescription('Line 3: a comma or the closing bracket is missing.');
  await expectToFit();

  await second.fill('http://localhost:3000/callback');
  await days.fill('30');
  await data.fill('{"plan":"gold"}');
  for (const name of [
    'Require pushed authorization requests',
    'Require DPoP',
    'Allow the device flow',
    'Token exchange',
  ]) {
    await page.getByRole('switch', { name: has(name) }).click();
  }
  const signature = page.getByRole('combobox', { name: 'ID token signature' });
  await expect.element(signature).toHaveValue('Same as the current signing key');
  await signature.click();
  await page.getByRole('option', { name: 'RS256' }).click();
  await expect.element(page.getByText('9 unsaved changes')).toBeVisible();
  await pressSave();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  await expect.element(page.getByText(/unsaved change/)).not.toBeInTheDocument();
  expect(api.requestsOf(applicationsApi.update)[0]?.body).toMatchObject({
    oidcClientMetadata: {
      redirectUris: ['https://books.example/callback', 'http://localhost:3000/callback'],
      backchannelLogoutUri: 'https://10.0.0.7/signed-out',
    },
    customClientMetadata: {
      refreshTokenTtlInDays: 30,
      idTokenSignedResponseAlg: 'RS256',
      isPushedRequestRequired: true,
      isDpopRequired: true,
      isDeviceFlowEnabled: true,
      allowTokenExchange: true,
    },
    customData: { plan: 'gold' },
  });

  await openScreen('/applications/app1/settings');
  await expect.element(signature).toHaveValue('RS256');
  for (const name of ['Require pushed authorization requests', 'Require DPoP', 'Allow the device flow']) {
    await expect.element(page.getByRole('switch', { name: has(name) })).toBeChecked();
  }
  await expect.element(second).toHaveValue('http://localhost:3000/callback');
  await expect.element(days).toHaveValue('30');
  await expect.element(data).toHaveValue('{\n  "plan": "gold"\n}');
});

test('keys and FAPI 2.0 are checked at their fields', async () => {
  answerApplication({ name: 'Bank', type: 'Traditional' });
  await openScreen('/applications/app1/settings');
  const method = page.getByRole('combobox', { name: 'Client authentication' });
  const choose = async (name: RegExp) => {
    await method.click();
    await page.getByRole('option', { name }).click();
  };
  await press(page.getByRole('switch', { name: /^FAPI 2.0 Security Profile/ }), ' ');
  await pressSave();
  const needed = page.getByText('Signed requests and FAPI 2.0 need a private key or a certificate.');
  await expect.element(needed).toBeVisible();
  await choose(/private_key_jwt/);
  const keys = page.getByRole('textbox', { name: 'Public keys (JWKS)' });
  await keys.fill('{ "keys": [{ "kty": "oct", "k": "c2VjcmV0" }] }');
  await pressSave();
  await expect.element(page.getByText(/Paste a JWKS with public keys only/)).toBeVisible();
  await expectToFit();
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: 'a'.repeat(43) };
  await keys.fill(JSON.stringify({ keys: [jwk] }));
  await press(page.getByRole('switch', { name: /^Require signed authorization requests/ }), ' ');
  await pressSave();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  expect(api.requestsOf(applicationsApi.update)[0]?.body.customClientMetadata).toMatchObject({
    securityProfile: 'fapi2',
    isSignedRequestRequired: true,
    jwks: { keys: [jwk] },
  });
  await openScreen('/applications/app1/settings');
  await expect.element(method).toHaveValue('Private key (private_key_jwt)');
  await expect.element(page.getByRole('switch', { name: /^FAPI 2.0 Security Profile/ })).toBeChecked();

  const message = 'Client certificates are not set up on this server.';
  const issues = [{ code: 'custom', path: ['customClientMetadata', 'tlsCertificates'], message }];
  api.on(applicationsApi.update, refuse('guard.invalid_input', { issues }));
  await choose(/self_signed_tls_client_auth/);
  await page
    .getByRole('textbox', { name: 'Certificates (PEM)' })
    .fill('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----');
  await pressSave();
  await expect.element(page.getByText(message)).toBeVisible();
});

test('people who may only read see the domain of the addresses as text', async () => {
  answerApplication({ type: 'SPA', name: 'Shop' });
  api.on(domainsApi.list, [sample(Domain, { id: 'd1', domain: 'auth.fjord.example', status: 'Active' })]);
  await openScreen('/applications/app1/settings', { role: 'reader' });
  await expect.element(page.getByRole('term').filter({ hasText: /^Domain$/ })).toBeVisible();
  expect(page.getByRole('combobox').elements()).toEqual([]);
});

test('secrets of an application are created, shown and deleted', async () => {
  answerApplication({ type: 'MachineToMachine', name: 'Price feed' });
  let secrets = [sample(ApplicationSecret, { applicationId: 'app1', name: 'Default secret', value: 'a'.repeat(32) })];
  api.on(applicationsApi.listSecrets, () => secrets);
  api.on(applicationsApi.createSecret, ({ body: { name, expiresAt } }) => {
    if (secrets.some((secret) => secret.name === name)) {
      return refuse('application.secret_name_exists');
    }
    const made = sample(ApplicationSecret, {
      applicationId: 'app1',
      name,
      value: 'b'.repeat(32),
      expiresAt: expiresAt ?? null,
    });
    secrets = [...secrets, made];
    return made;
  });
  api.on(applicationsApi.removeSecret, ({ params }) => {
    secrets = secrets.filter(({ name }) => name !== params.name);
  });
  await openScreen('/applications/app1/settings');
  const table = page.getByRole('table', { name: 'App secrets' });
  await expect.poll(() => table.getByRole('row').elements().length).toBe(2);

  await press(page.getByRole('button', { name: 'New secret' }), '{Enter}');
  const dialog = page.getByRole('dialog', { name: 'New secret' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('Night run');
  await dialog.getByRole('combobox', { name: 'Expiration' }).click();
  await page.getByRole('option', { name: '30 days' }).click();
  await expect.element(dialog.getByText(/^Expires on/)).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Create secret' }).click();
  await expect.element(page.getByText('Secret created')).toBeVisible();
  const row = table.getByRole('row', { name: /Night run/ });
  await expect.element(row.getByText(/••••/)).toBeVisible();
  expect(row.getByText('b'.repeat(32)).query()).toBeNull();
  await row.getByRole('button', { name: 'Show secret Night run' }).click();
  await expect.element(row.getByText('b'.repeat(32))).toBeVisible();
  await expectAccessible();

  await page.getByRole('button', { name: 'New secret' }).click();
  await name.fill('Night run');
  await userEvent.keyboard('{Enter}');
  await expect.element(name).toHaveAccessibleDescription(/already exists/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await row.getByRole('button', { name: 'More actions for Night run' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('Secret deleted')).toBeVisible();
  await expect.element(row).not.toBeInTheDocument();
});

test('a failed save keeps the input, leaving asks for confirmation, and deleting requires the name', async () => {
  answerList([]);
  answerApplication({});
  await openScreen('/applications/app1/settings');
  const name = field('Name');
  await name.fill('Bookshop and café');
  const put = (answer: Parameters<typeof api.on>[1]) => api.on(applicationsApi.update, answer as never);
  put(failWith(500));
  await pressSave();
  await expect.element(page.getByText('The server had an error. Try again in a moment.')).toBeVisible();
  await expectAccessible();
  put(failWith(0));
  await pressSave();
  await expect
    .element(page.getByText('The server cannot be reached. Check your connection and try again.'))
    .toBeVisible();
  await expect.element(name).toHaveValue('Bookshop and café');
  await expect.element(page.getByText('1 unsaved change')).toBeVisible();

  await page.getByRole('link', { name: 'Users' }).click();
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect.element(leave).toBeVisible();
  await expectAccessible();
  await press(leave.getByRole('button', { name: 'Keep editing' }), '{Enter}');
  await expect.element(name).toHaveValue('Bookshop and café');
  answerApplication({ name: 'Bookshop and café' });
  await page.getByRole('button', { name: /Save changes/ }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Bookshop and café' })).toBeVisible();

  api.on(applicationsApi.remove, undefined);
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete “Bookshop and café”?' });
  await expect.element(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await dialog.getByRole('textbox').fill('Bookshop and café');
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Application deleted')).toBeVisible();
  await expect.element(heading('No applications yet')).toBeVisible();
  expect(api.requestsOf(applicationsApi.remove)).toHaveLength(1);
});

test('an unknown application is a page that does not exist', async () => {
  api.on(applicationsApi.get, refuse('entity.not_exists_with_id'));
  await openScreen('/applications/unknown/settings');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

test('what only the server can check is shown at its field, in the language of the console', async () => {
  answerApplication({ name: 'Shop', type: 'Traditional' });
  api.on(
    applicationsApi.update,
    refuse('guard.invalid_input', {
      issues: [
        {
          code: 'custom',
          path: ['oidcClientMetadata', 'backchannelLogoutUri'],
          message:
            'The host 10.0.0.7 is not a public address. Requests into private networks are refused unless ALLOW_PRIVATE_EGRESS is set.',
        },
      ],
    }),
  );
  await openScreen('/applications/app1/settings', { language: 'de' });
  await expect.element(heading('Shop')).toBeVisible();
  const logout = page.elementLocator(document.querySelector('input[name="backchannelLogoutUri"]') as Element);
  await logout.fill('https://10.0.0.7/logout');
  await pressSave();
  await expect.element(logout).toHaveAccessibleDescription(/10\.0\.0\.7/);
  await expect.element(logout).toHaveFocus();
  // The field shows the error; there is no toast with the raw text.
  expect(page.getByText(/custom, /).query()).toBeNull();
});

test('an application gets pairwise subjects, and another place may start its sign-in', async () => {
  answerApplication({ name: 'Shop', type: 'Traditional' });
  await openScreen('/applications/app1/settings');
  await expect.element(heading('Identity of people')).toBeVisible();
  const sector = page.getByRole('textbox', { name: /^Sector identifier URI/ });
  expect(sector.query()).toBeNull();
  expect(page.getByText('Start sign-in').query()).toBeNull();
  await page.getByRole('combobox', { name: 'Subject type' }).click();
  await page.getByRole('option', { name: /^Pairwise/ }).click();
  await sector.fill('shop.example');
  await page.getByRole('textbox', { name: /^Initiate login URI/ }).fill('https://shop.example/login');
  await pressSave();
  await expect.element(sector).toHaveFocus();
  await sector.fill('https://shop.example/uris.json');
  await pressSave();
  await expect.element(page.getByText('Start sign-in', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/\/api\/initiate-login\/app1$/)).toBeVisible();
  expect(api.requestsOf(applicationsApi.update)[0]?.body).toMatchObject({
    oidcClientMetadata: {
      subjectType: 'pairwise',
      sectorIdentifierUri: 'https://shop.example/uris.json',
      initiateLoginUri: 'https://shop.example/login',
    },
  });
});

const tab = (name: string) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name });
const orders = sample(ResourceWithScopes, { id: 'orders', name: 'Orders API', indicator: 'https://orders.example' });
const scopeOf = (name: string, description: string | null = null) =>
  sample(Scope, { id: name, resourceId: 'orders', name, description });

test('a new machine gets a role, and its preview shows scopes and their origin', async () => {
  answerList([]);
  answerApplication({ name: 'Night run', type: 'MachineToMachine' });
  const role = sample(RoleWithHolders, { id: 'reader', name: 'Order reader', type: 'MachineToMachine' });
  const northwind = sample(ListedOrganization, { id: 'northwind', name: 'Northwind Traders' });
  api.on(applicationsApi.create, sample(Application, { id: 'app1', name: 'Night run', type: 'MachineToMachine' }));
  api.on(rolesApi.list, [role]);
  api.on(rolesApi.get, role);
  api.on(rolesApi.listScopes, []);
  api.on(applicationRolesApi.assign, ({ body: { roleIds } }) => ({ roleIds, addedRoleIds: roleIds }));
  api.on(applicationRolesApi.list, [role]);
  api.on(resourcesApi.list, [orders]);
  api.on(organizationsApi.list, [northwind]);
  api.on(tokenPreviewApi.get, ({ query }) =>
    sample(TokenPreview, {
      refusal: query.organizationId ? 'applicationNotMember' : null,
      scopes: [
        sample(PreviewedScope, {
          name: 'read:orders',
          isGranted: true,
          grantedBy: [{ kind: 'role', id: 'reader', name: 'Order reader' }],
        }),
        sample(PreviewedScope, { name: 'write:orders', missing: 'noRole' }),
      ],
    }),
  );
  await openScreen('/applications/create?type=MachineToMachine');
  const create = page.getByRole('dialog', { name: 'Create application' });
  await expect.element(create.getByRole('radio', { name: /Machine-to-machine/ })).toBeChecked();
  await create.getByRole('textbox', { name: 'Name' }).fill('Night run');
  await userEvent.keyboard('{Enter}');
  const roles = page.getByRole('dialog', { name: 'Assign roles to Night run' });
  await roles.getByRole('checkbox', { name: /Order reader/ }).click();
  await expectAccessible();
  await roles.getByRole('button', { name: 'Assign roles' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Night run' })).toBeVisible();
  expect(api.requestsOf(applicationRolesApi.assign)[0]?.body).toEqual({ roleIds: ['reader'] });
  await tab('Roles').click();
  await expect.element(page.getByRole('row', { name: /Order reader/ })).toBeVisible();

  await tab('Token preview').click();
  await expect.element(heading('Choose an API resource or organization')).toBeVisible();
  expect(page.getByRole('combobox', { name: /^Person/ }).query()).toBeNull();
  await expectAccessible();
  const resource = page.getByRole('combobox', { name: /^API resource/ });
  await resource.click();
  await page.getByRole('option', { name: /Orders API/ }).click();
  const scopes = page.getByRole('table', { name: 'Scopes' });
  await expect.element(scopes.getByRole('row', { name: /read:orders/ })).toMatchTextContent(/Granted/);
  await expect.element(scopes.getByRole('row', { name: /write:orders/ })).toMatchTextContent(/No role grants it\./);
  await expect.element(page.getByText(/1 of 2 scopes would be granted/)).toBeVisible();
  await expectToFit();
  await scopes.getByRole('link', { name: 'Order reader' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Order reader' })).toBeVisible();
  history.back();
  await expect.element(resource).toHaveValue('Orders API');
  await page.getByRole('combobox', { name: /^Organization/ }).click();
  await userEvent.keyboard('northwind');
  await page.getByRole('option', { name: /Northwind Traders/ }).click();
  await expect.element(page.getByText(/This application is not a member of the organization\./)).toBeVisible();
  expect(api.requestsOf(tokenPreviewApi.get).at(-1)?.query).toEqual({
    resource: 'https://orders.example',
    organizationId: 'northwind',
  });
});

test('a machine lists its organizations, and its log shows successes and failures', async () => {
  answerApplication({ name: 'Night run', type: 'MachineToMachine' });
  const log = (id: string, result: 'Success' | 'Error') => {
    const key = 'ExchangeTokenBy.ClientCredentials';
    return sample(Log, { id, key, payload: { key, result, applicationId: 'app1' }, createdAt: 0 });
  };
  api.on(applicationConsentApi.listOrganizations, []);
  api.on(auditApi.list, [log('one', 'Success'), log('two', 'Error')]);
  api.on(auditApi.get, log('two', 'Error'));
  await openScreen('/applications/app1/organizations');
  await expect.element(heading('No organizations yet')).toBeVisible();
  await expectToFit();
  await tab('Logs').click();
  const entries = page.getByRole('table', { name: 'Log entries' });
  await expect.poll(() => entries.getByRole('row', { name: /Token for a machine/ }).elements().length).toBe(2);
  expect(entries.getByRole('row', { name: /Succeeded/ }).elements()).toHaveLength(1);
  await expectToFit();
  await entries
    .getByRole('row', { name: /Failed/ })
    .getByRole('link')
    .click();
  await expect.element(page.getByRole('group', { name: 'Raw entry' })).toMatchTextContent(/"result": "Error"/);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Logs' }).click();
  await expect.element(entries).toBeVisible();
});

test('a third-party application may request only the scopes it was granted', async () => {
  answerList([]);
  answerApplication({ name: 'Partner portal', type: 'Traditional', isThirdParty: true });
  let granted = sample(ConsentScopes);
  const write = scopeOf('write:orders');
  const { id, name, indicator } = orders;
  const resource = { id, name, indicator };
  api.on(resourcesApi.list, [{ ...orders, scopes: [scopeOf('read:orders'), write] }]);
  api.on(organizationScopesApi.list, []);
  api.on(applicationConsentApi.listScopes, () => granted);
  api.on(applicationConsentApi.removeScope, ({ params }) => {
    granted = { ...granted, userScopes: granted.userScopes.filter((scope) => scope !== params.scopeId) };
  });
  api.on(resourcesApi.updateScope, ({ body }) => {
    const described = { ...write, description: body.description ?? null };
    granted = { ...granted, resourceScopes: [{ resource, scopes: [described] }] };
    return described;
  });
  await openScreen('/applications/create?thirdParty=true');
  const create = page.getByRole('dialog', { name: 'Create application' });
  await expect.element(create.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await expect.element(create.getByRole('switch', { name: /^Third-party application/ })).toBeChecked();
  await create.getByRole('switch', { name: /^Sign ID tokens with RS256/ }).click();
  await expectAccessible();
  await create.getByRole('textbox', { name: 'Name' }).click();
  api.on(applicationsApi.create, ({ body }) => sample(Application, { id: 'app1', ...body, description: null }));
  await userEvent.keyboard('Partner portal{Enter}');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Partner portal' })).toBeVisible();
  expect(api.requestsOf(applicationsApi.create)[0]?.body).toMatchObject({
    type: 'Traditional',
    isThirdParty: true,
    customClientMetadata: { idTokenSignedResponseAlg: 'RS256' },
  });

  await tab('Permissions').click();
  await page.getByRole('button', { name: 'Add user permissions' }).click();
  const add = page.getByRole('dialog', { name: 'Add user permissions' });
  await add.getByRole('searchbox').fill('email');
  await add.getByRole('checkbox', { name: /^email/ }).click();
  await add.getByRole('searchbox').fill('orders');
  await add.getByRole('checkbox', { name: /write:orders/ }).click();
  await expectAccessible();
  api.on(applicationConsentApi.addScopes, failWith(500));
  const submit = add.getByRole('button', { name: 'Add', exact: true });
  await submit.click();
  await expect.element(page.getByText('The server had an error. Try again in a moment.')).toBeVisible();
  await expect.element(add.getByText('2 selected')).toBeVisible();
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
  api.on(applicationConsentApi.addScopes, () => {
    granted = { ...granted, userScopes: ['email'], resourceScopes: [{ resource, scopes: [write] }] };
  });
  await submit.click();
  await expect.element(page.getByText('2 permissions added')).toBeVisible();
  expect(api.requestsOf(applicationConsentApi.addScopes).at(-1)?.body).toMatchObject({
    userScopes: ['email'],
    resourceScopes: ['write:orders'],
  });
  const table = page.getByRole('table', { name: 'User permissions' });
  await expect.element(table.getByRole('row', { name: /write:orders/ })).toMatchTextContent(/Orders API/);
  await expectToFit();

  await table.getByRole('button', { name: 'More actions for write:orders' }).click();
  await page.getByRole('menuitem', { name: 'Edit description' }).click();
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Description/ })
    .fill('Change your orders');
  await userEvent.keyboard('{Enter}');
  await expect.element(table.getByRole('row', { name: /Change your orders/ })).toBeVisible();
  await table.getByRole('button', { name: 'More actions for email' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog', { name: 'Remove email?' }).getByRole('button', { name: 'Remove' }).click();
  await expect.element(page.getByText('Permission removed')).toBeVisible();
  await expect.element(table.getByRole('row', { name: /email/ })).not.toBeInTheDocument();
});

test('the preview for a person names roles that would grant a scope, and says when it fails', async () => {
  answerApplication({ name: 'Partner portal', type: 'Traditional', isThirdParty: true });
  const ada = sample(User, { id: 'ada', username: 'ada', name: 'Ada Lovelace' });
  api.on(usersApi.list, [ada]);
  api.on(resourcesApi.list, [orders]);
  api.on(organizationsApi.list, []);
  api.on(tokenPreviewApi.get, ({ query }) =>
    query.userId === 'unknown'
      ? refuse('entity.not_exists_with_id')
      : sample(TokenPreview, {
          scopes: [
            sample(PreviewedScope, {
              name: 'read:orders',
              missing: 'noRole',
              wouldBeGrantedBy: [{ kind: 'role', id: 'reader', name: 'Order reader' }],
            }),
          ],
        }),
  );
  api.on(usersApi.get, refuse('entity.not_found'));
  await openScreen('/applications/app1/token');
  await page.getByRole('combobox', { name: 'Person' }).fill('lovel');
  await expect.poll(() => api.requestsOf(usersApi.list).some(({ query }) => query.search === '%lovel%')).toBe(true);
  await page.getByRole('option', { name: /Ada Lovelace/ }).click();
  await page.getByRole('combobox', { name: /^API resource/ }).fill('orders');
  await page.getByRole('option', { name: /Orders API/ }).click();
  const missing = page.getByRole('table', { name: 'Scopes' }).getByRole('row', { name: /read:orders/ });
  await expect.element(missing).toMatchTextContent(/This role would grant it: Order reader/);
  await openScreen('/applications/app1/token?userId=unknown');
  await expect.element(heading('Preview failed')).toBeVisible();
  await expectAccessible();
});

test('an application uses its own branding, with validation, until it is switched off', async () => {
  answerApplication({ name: 'Partner portal', type: 'Traditional', isThirdParty: true });
  let stored: ApplicationSignInExperience | undefined;
  api.on(applicationBrandingApi.get, () => stored ?? refuse('entity.not_exists_with_id'));
  api.on(applicationBrandingApi.save, ({ body }) => {
    stored = sample(ApplicationSignInExperience, body as Partial<ApplicationSignInExperience>);
    return stored;
  });
  api.on(userAssetsApi.status, { status: 'not_configured' });
  api.on(applicationConsentApi.listScopes, sample(ConsentScopes));
  await openScreen('/applications/app1/branding');
  const displayName = page.getByRole('textbox', { name: /^Display name/ });
  const color = page.getByRole('textbox', { name: /^Brand color(?!,)/ });
  const logo = page.getByRole('textbox', { name: /^Logo(?!,)/ });
  const own = page.getByRole('switch', { name: /^Use application branding/ });
  await displayName.fill('Partner & Sons');
  await own.click();
  await color.fill('teal');
  await logo.fill('partner.svg');
  await pressSave();
  await expect.element(color).toHaveAccessibleDescription(/#6139F6/);
  await expect.element(logo).toHaveAccessibleDescription(/https:\/\//);
  await expectToFit();
  await color.fill('#0E6B5C');
  await logo.fill('');
  await page.getByRole('textbox', { name: /^CSS/ }).fill('.card {\n  border-radius: 4px;\n}');
  await page.getByRole('button', { name: /Save changes/ }).click();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  await expect.element(page.getByText(/unsaved change/)).not.toBeInTheDocument();
  expect(stored).toMatchObject({ color: { primaryColor: '#0E6B5C' }, displayName: 'Partner & Sons' });
  await tab('Permissions').click();
  await tab('Branding').click();
  await expect.element(displayName).toHaveValue('Partner & Sons');
  await expect.element(color).toHaveValue('#0E6B5C');
  await own.click();
  await pressSave();
  await expect.poll(() => stored?.color).toEqual({});
  expect(stored).toMatchObject({ branding: {}, customCss: null, displayName: 'Partner & Sons' });
  await expect.element(page.getByText(/unsaved change/)).not.toBeInTheDocument();
  await tab('Permissions').click();
  await tab('Branding').click();
  await expect.element(own).not.toBeChecked();
  await expect.element(displayName).toHaveValue('Partner & Sons');
});

test('a protected application needs an origin and a subdomain, and shows its address, paths and domain', async () => {
  const protectedAppMetadata = {
    host: 'intranet.apps.example',
    origin: 'https://10.0.0.7',
    sessionDuration: 86_400,
    pageRules: [],
  };
  const oidcClientMetadata = { redirectUris: [], postLogoutRedirectUris: ['https://intranet.apps.example'] };
  answerList([]);
  answerApplication({ name: 'Intranet', type: 'Protected', protectedAppMetadata, oidcClientMetadata });
  let domains: CustomDomain[] = [];
  api.on(applicationsApi.getSystem, { protectedApps: { defaultDomain: 'apps.example' } });
  api.on(applicationsApi.create, sample(Application, { id: 'app1', name: 'Intranet', type: 'Protected' }));
  api.on(applicationsApi.listCustomDomains, () => domains);
  api.on(applicationsApi.addCustomDomain, ({ body: { domain } }) => {
    const dnsRecords = [{ name: domain, type: 'CNAME', value: 'intranet.apps.example' }];
    domains = [sample(CustomDomain, { domain, status: 'PendingVerification', dnsRecords })];
  });
  await openScreen('/applications/create?guide=none');
  const dialog = page.getByRole('dialog', { name: 'Create application' });
  await dialog.getByRole('radio', { name: /Protected app/ }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Intranet');
  await dialog.getByRole('textbox', { name: 'Origin' }).fill('intranet');
  await dialog.getByRole('textbox', { name: 'Subdomain' }).fill('Not a name');
  const submit = dialog.getByRole('button', { name: 'Create application' });
  await submit.click();
  const origin = 'Use an origin such as https://intranet.example.com, without a path.';
  await expect.element(dialog.getByText(origin)).toBeVisible();
  const subdomain = 'Use lower-case letters, digits and hyphens, at most 63 characters.';
  await expect.element(dialog.getByText(subdomain)).toBeVisible();
  await expectToFit();
  await dialog.getByRole('textbox', { name: 'Origin' }).fill('https://10.0.0.7');
  await dialog.getByRole('textbox', { name: 'Subdomain' }).fill('intranet');
  await submit.click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Intranet' })).toBeVisible();
  expect(api.requestsOf(applicationsApi.create)[0]?.body.protectedAppMetadata).toEqual({
    origin: 'https://10.0.0.7',
    subDomain: 'intranet',
  });

  await tab('Protection').click();
  await expect.element(page.getByText('https://intranet.apps.example', { exact: true })).toBeVisible();
  await page
    .getByRole('textbox', { name: /Protected paths/ })
    .first()
    .fill('^/team');
  await page.getByRole('switch', { name: /^Organization roles/ }).click();
  await pressSave();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  expect(api.requestsOf(applicationsApi.update)[0]?.body.protectedAppMetadata).toMatchObject({
    pageRules: [{ path: '^/team' }],
    additionalScopes: ['urn:logto:scope:organization_roles'],
  });
  const add = page.getByRole('button', { name: 'Add domain' });
  await add.click();
  const adding = page.getByRole('dialog', { name: 'Add domain' });
  await adding.getByRole('textbox', { name: 'Domain' }).fill('intranet.acme.example');
  await adding.getByRole('button', { name: 'Add domain' }).click();
  const domain = page.getByRole('region', { name: 'intranet.acme.example' });
  await expect.element(domain.getByText('Waiting for DNS')).toBeVisible();
  await expect.element(domain.getByText('intranet.apps.example', { exact: true })).toBeVisible();
  await expect.element(add).not.toBeInTheDocument();
  await expectToFit();
});

test('a single-page app may be third-party, and a machine may not', async () => {
  api.on(applicationsApi.create, ({ body }) => sample(Application, { id: 'app1', ...body, description: null }));
  answerApplication({ name: 'Partner', type: 'SPA', isThirdParty: true });
  await openScreen('/applications/create?name=Partner&type=MachineToMachine');
  const create = page.getByRole('dialog', { name: 'Create application' });
  const thirdParty = create.getByRole('switch', { name: /^Third-party application/ });
  await expect.element(create.getByRole('textbox', { name: 'Name' })).toHaveValue('Partner');
  await expect.element(thirdParty).not.toBeInTheDocument();
  await create.getByRole('radio', { name: /^Single-page app/ }).click();
  await expect.element(create.getByRole('switch', { name: /RS256/ })).not.toBeInTheDocument();
  await thirdParty.click();
  await create.getByRole('button', { name: 'Create application' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Partner' })).toBeVisible();
  const [{ body } = {}] = api.requestsOf(applicationsApi.create);
  expect(body).toMatchObject({ type: 'SPA', isThirdParty: true });
  expect(body).not.toHaveProperty('customClientMetadata');
});

test('an application that registered itself says so, and has no permissions of its own', async () => {
  answerApplication({ isThirdParty: true, name: 'Notes assistant', type: 'Native' });
  const registration = sample(DynamicRegistration, {
    applicationId: 'app1',
    usedAt: null,
    metadata: { client_uri: 'https://notes.example', contacts: ['ops@notes.example', 7] },
  });
  api.on(dynamicClientsApi.getRegistration, registration);
  await openScreen('/applications/app1/settings');
  await expect.element(heading('Registration')).toBeVisible();
  await expect.element(page.getByText('None: registering is open')).toBeVisible();
  await expect.element(page.getByText('https://notes.example')).toBeVisible();
  await expect.element(page.getByText('ops@notes.example')).toBeVisible();
  await expectAccessible();
  api.on(applicationConsentApi.listScopes, sample(ConsentScopes, {}));
  await openScreen('/applications/app1/permissions');
  await expect.element(page.getByRole('link', { name: 'Permissions of dynamic clients' })).toBeVisible();
  await expectToFit();
});
