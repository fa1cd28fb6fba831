import { organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { becomeAdministrator } from '../administrator.ts';
import { expect, expectToFit, test } from '../product.ts';

test('a directory is connected, sends people and a group, and the group gives an organization role', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const connector = { providerName: 'OIDC', connectorName: 'Northwind', domains: ['northwind.example'] };
  const sso = await administrator.api<{ id: string }>('post', ssoConnectorsApi.create.path, connector);
  const { id } = await administrator.api<{ id: string }>('post', organizationsApi.create.path, { name: 'Traders' });
  await administrator.api('post', organizationRolesApi.create.path, { name: 'editor' });

  // The token is shown once.
  await page.goto(`${oss.consoleUrl}/enterprise-sso/${sso.id}`);
  await page.getByRole('link', { name: 'Directory sync' }).click();
  await expect(page.getByText('Off: there is no valid token')).toBeVisible();
  await expect(page.getByText('The directory has not sent any groups yet.')).toBeVisible();
  const address = (await page.getByText(/\/scim\/v2\/[\da-z]+$/).textContent()) ?? '';
  await page.getByRole('button', { name: 'Create token' }).click();
  const create = page.getByRole('dialog', { name: 'Create token' });
  await create.getByRole('textbox', { name: 'Name' }).fill('Entra ID');
  await create.getByRole('button', { name: 'Create token' }).click();
  const shown = page.getByRole('dialog', { name: 'Copy the token now' });
  const token = (await shown.getByText(/^pscim_/).textContent()) ?? '';
  await expectToFit(page);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('table', { name: 'Tokens' }).getByText('Entra ID')).toBeVisible();

  // The directory sends a person, a group, and a request that fails.
  const send = async (path: string, data: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' };
    return (await page.request.post(`${address}${path}`, { headers, data: JSON.stringify(data) })).json();
  };
  const ada = await send('/Users', { userName: 'ada@northwind.example', displayName: 'Ada Lovelace' });
  await send('/Groups', { displayName: 'Engineering', members: [{ value: ada.id }] });
  await send('/Users', { displayName: 'Nobody' });
  // Opens the tab again, to read what arrived.
  await page.getByRole('link', { name: 'Connection' }).click();
  await page.getByRole('link', { name: 'Directory sync' }).click();
  await expect(page.getByText('1, of them 1 active')).toBeVisible();
  await expect(page.getByText('A value is not valid. userName is required.')).toBeVisible();

  // What the directory has sent can be searched; a name leads to the account.
  const users = page.getByRole('table', { name: 'Users', exact: true });
  await expect(
    users.getByRole('row', { name: /ada@northwind\.example.*Active.*Created by the directory/ }),
  ).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search in Users' }).fill('nobody');
  await expect(page.getByText('Nothing matches “nobody”')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search in Users' }).fill('ADA@');
  await expect(users.getByRole('link', { name: 'ada@northwind.example' })).toHaveAttribute('href', new RegExp(ada.id));
  await page.getByRole('searchbox', { name: 'Search in Users' }).fill('');
  await page.getByRole('button', { name: 'Groups', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Groups', exact: true }).getByText('Engineering')).toBeVisible();

  // The group leads to a role.
  await page.getByRole('button', { name: 'Map a group' }).click();
  const map = page.getByRole('dialog', { name: 'Map a group' });
  await map.getByRole('combobox', { name: 'Group' }).click();
  await page.getByRole('option', { name: /Engineering/ }).click();
  await map.getByRole('combobox', { name: 'Organization', exact: true }).click();
  await page.getByRole('option', { name: /Traders/ }).click();
  await map.getByText('editor').click();
  await expectToFit(page);
  await map.getByRole('button', { name: 'Map a group' }).click();
  const mappings = page.getByRole('table', { name: 'Groups and organization roles' });
  await expect(mappings.getByRole('row', { name: /Engineering.*Traders.*editor/ })).toBeVisible();
  const members = organizationMembersApi.list.path.replace(':id', id);
  expect(await administrator.api('get', members)).toMatchObject([
    { id: ada.id, name: 'Ada Lovelace', organizationRoles: [{ name: 'editor' }] },
  ]);

  // A deleted token stops the directory.
  await page
    .getByRole('table', { name: 'Tokens' })
    .getByRole('button', { name: /Entra ID/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Off: there is no valid token')).toBeVisible();
  expect(await send('/Users', { userName: 'late@northwind.example' })).toMatchObject({ status: '401' });
  await expectToFit(page);
  administrator.expectNoComplaints();
});
