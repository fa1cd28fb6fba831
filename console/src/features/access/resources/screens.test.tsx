import {
  type AuthorizationDetailsType,
  authorizationDetailsApi,
} from '@postern/contracts/access/authorization-details';
import { Resource, ResourceWithScopes, resourcesApi, Scope } from '@postern/contracts/access/resources';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { failWith, refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, expectNoProblems, openScreen, press, pressSave } from '../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

const managementApi = sample(ResourceWithScopes, {
  id: 'management-api',
  name: 'Management API',
  indicator: 'https://default.logto.app/api',
});
const orders = sample(Resource, {
  id: 'orders',
  name: 'Orders',
  indicator: 'https://orders.example',
  accessTokenTtl: 3600,
});
const scope = (name: string, description: string | null = null) =>
  sample(Scope, { id: name, resourceId: 'orders', name, description });

test('an API is registered by keyboard, and a wrong or known identifier is shown at its field', async () => {
  api.on(resourcesApi.list, [managementApi]);
  api.on(resourcesApi.get, orders);
  api.on(resourcesApi.listScopes, []);
  api.on(resourcesApi.create, ({ body }) =>
    body.indicator === managementApi.indicator ? refuse('resource.resource_identifier_in_use') : orders,
  );
  await openScreen('/api-resources');
  await expect.element(page.getByRole('row', { name: /Management API/ })).toBeVisible();
  await expectAccessible();
  await press(page.getByRole('link', { name: 'Create API resource' }), '{Enter}');
  await press(page.getByRole('link', { name: 'Create without guide' }), '{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Create API resource' });
  await expect.element(dialog.getByRole('textbox', { name: 'API name' })).toHaveFocus();
  await userEvent.keyboard('Orders{Tab}orders{Enter}');
  const identifier = dialog.getByRole('textbox', { name: 'API identifier' });
  await expect.element(identifier).toHaveAccessibleDescription(/absolute URL/);
  await expectAccessible();
  await identifier.fill(managementApi.indicator);
  await userEvent.keyboard('{Enter}');
  await expect.element(identifier).toHaveAccessibleDescription(/already exists/);
  await identifier.fill('https://orders.example');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'No permissions yet' })).toBeVisible();
  await expectAccessible();
});

test('permissions are created, refused with spaces or twice, described and deleted', async () => {
  let scopes = [scope('write:orders')];
  api.on(resourcesApi.get, orders);
  api.on(resourcesApi.listScopes, () => scopes);
  api.on(resourcesApi.createScope, ({ body: { name } }) => {
    if (scopes.some((one) => one.name === name)) {
      return refuse('scope.name_exists');
    }
    scopes = [...scopes, scope(name)];
    return scope(name);
  });
  api.on(resourcesApi.updateScope, ({ params, body }) => {
    const changed = scope(params.scopeId, body.description);
    scopes = scopes.map((one) => (one.id === params.scopeId ? changed : one));
    return changed;
  });
  api.on(resourcesApi.removeScope, ({ params }) => {
    scopes = scopes.filter(({ id }) => id !== params.scopeId);
  });
  await openScreen('/api-resources/orders/permissions');
  const createPermission = page.getByRole('button', { name: 'Create permission' });
  await press(createPermission, '{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Create permission' });
  const name = dialog.getByRole('textbox', { name: 'Permission name' });
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('read orders{Enter}');
  await expect.element(name).toHaveAccessibleDescription(/Remove the spaces/);
  await expectAccessible();
  await name.fill('read:orders');
  await userEvent.keyboard('{Enter}');
  const row = page.getByRole('row', { name: /read:orders/ });
  await expect.element(row).toBeVisible();
  await createPermission.click();
  await name.fill('read:orders');
  await userEvent.keyboard('{Enter}');
  await expect.element(name).toHaveAccessibleDescription(/already exists/);
  await userEvent.keyboard('{Escape}');
  const question = page.getByRole('dialog', { name: 'Close without saving?' });
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();

  await row.getByRole('button', { name: 'More actions for read:orders' }).click();
  await page.getByRole('menuitem', { name: 'Edit description' }).click();
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Description/ })
    .fill('Read all orders');
  await userEvent.keyboard('{Enter}');
  await expect.element(row.getByRole('cell', { name: 'Read all orders' })).toBeVisible();
  await row.getByRole('button', { name: 'More actions for read:orders' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete read:orders?' }).getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('Permission deleted')).toBeVisible();
  await expect.element(row).not.toBeInTheDocument();
});

test('settings and types of authorization details are checked and saved, and deleting requires the name', async () => {
  let resource = orders;
  let types: AuthorizationDetailsType[] = [];
  api.on(resourcesApi.list, [managementApi]);
  api.on(resourcesApi.get, () => resource);
  api.on(resourcesApi.update, ({ body }) => (resource = sample(Resource, { ...resource, ...body })));
  api.on(resourcesApi.setDefault, ({ body }) => (resource = { ...resource, ...body }));
  api.on(authorizationDetailsApi.list, () => types);
  api.on(authorizationDetailsApi.replace, ({ body }) => (types = body));
  api.on(resourcesApi.remove, undefined);
  await openScreen('/api-resources/orders/general');
  const lifetime = page.getByRole('textbox', { name: 'Access token lifetime' });
  await lifetime.fill('soon');
  await page.getByRole('switch', { name: /^Default API/ }).click();
  await pressSave();
  await expect.element(lifetime).toHaveAccessibleDescription(/whole number/);
  await expectAccessible();
  await lifetime.fill('600');
  await pressSave();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  await expect.element(page.getByText(/unsaved change/)).not.toBeInTheDocument();
  expect(resource).toMatchObject({ accessTokenTtl: 600, isDefault: true });

  await page.getByRole('button', { name: 'Add type' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add type' });
  const type = dialog.getByRole('textbox', { name: 'Type', exact: true });
  await type.fill('one payment');
  await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill('Make a payment');
  await dialog.getByRole('button', { name: 'Add field' }).click();
  await dialog.getByRole('textbox', { name: 'Field 1: name' }).fill('actions');
  await dialog.getByRole('textbox', { name: 'Field 1: title' }).fill('Actions');
  await userEvent.keyboard('{Enter}');
  await expect.element(type).toHaveAccessibleDescription(/not valid/);
  await expectAccessible();
  await type.fill('payment_initiation');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('row', { name: /payment_initiation.*Make a payment/ })).toBeVisible();
  await page.getByRole('button', { name: 'More actions for payment_initiation' }).click();
  await page.getByRole('menuitem', { name: 'Edit payment_initiation' }).click();
  const fieldTitle = page.getByRole('dialog').getByRole('textbox', { name: 'Field 1: title' });
  await expect.element(fieldTitle).toHaveValue('Actions');
  await userEvent.keyboard('{Escape}');

  await page.getByRole('button', { name: 'Delete API resource' }).click();
  const remove = page.getByRole('dialog', { name: 'Delete “Orders”?' });
  await expect.element(remove.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await remove.getByRole('textbox').fill('Orders');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('API resource deleted')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Management API/ })).toBeVisible();
});

test('the management API is read-only', async () => {
  api.on(resourcesApi.get, managementApi);
  api.on(resourcesApi.listScopes, [scope('all')]);
  api.on(authorizationDetailsApi.list, []);
  await openScreen('/api-resources/management-api', { appearance: 'dark' });
  await expect.element(page.getByRole('note')).toMatchTextContent(/This API is built in/);
  await expect.element(page.getByRole('row', { name: /^all/ })).toBeVisible();
  expect(location.pathname).toMatch(/\/permissions$/);
  expect(page.getByRole('button', { name: /Create permission|More actions/ }).elements()).toEqual([]);
  await expectAccessible();
  await page.getByRole('link', { name: 'General' }).click();
  await expect.element(page.getByText(managementApi.indicator).last()).toBeVisible();
  expect(page.getByRole('textbox').elements()).toEqual([]);
  await expectAccessible();
});

test('many permissions are paged and searched on a phone, and a failed list shows an error', async () => {
  const scopes = Array.from({ length: 45 }, (_, index) => scope(`do:${index + 1}`, 'x'.repeat(200)));
  const list = () =>
    api.on(resourcesApi.listScopes, ({ query }) =>
      scopes.filter(({ name }) => name.includes(String(query.search ?? '').replaceAll('%', ''))),
    );
  api.on(resourcesApi.get, { ...orders, name: 'An API whose name is much longer than a phone is wide, as it happens' });
  list();
  await openScreen('/api-resources/orders/permissions?page=3');
  await expect.element(page.getByText('41–45 of 45')).toBeVisible();
  await expectToFit();
  api.on(resourcesApi.listScopes, failWith(403));
  await page.getByRole('searchbox').fill('do:4');
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Failed to load/);
  await expectAccessible();
  list();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('1–7 of 7')).toBeVisible();
  expect(location.search).toMatch(/search=do%3A4$/);
});
