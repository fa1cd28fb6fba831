import { applicationCreatorsApi } from '@postern/contracts/access/application-creators';
import { Application, applicationsApi } from '@postern/contracts/access/applications';
import { ResourceWithScopes, resourcesApi } from '@postern/contracts/access/resources';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api, expectNoProblems, openScreen, reloadScreen } from '../../testing/open-screen.tsx';

afterEach(expectNoProblems);

const rows = () => document.querySelectorAll('tbody tr').length;
const names = () =>
  [...document.querySelectorAll('[data-row-link] > span:first-child')].map(({ textContent }) => textContent);
const dialog = page.getByRole('dialog');
const remove = page.getByRole('button', { name: 'Delete', exact: true });

test('the selection and the order of a list stay after a reload, and selected rows are deleted together', async () => {
  let applications = ['Gamma', 'alpha', 'Beta'].map((name) => sample(Application, { id: name, name, type: 'SPA' }));
  api.on(applicationCreatorsApi.list, []);
  api.on(applicationsApi.list, ({ query }) => {
    const sorted = applications.toSorted((one, other) => one.name.localeCompare(other.name));
    return query.sort === 'name' ? sorted : query.sort === '-name' ? sorted.toReversed() : applications;
  });
  api.on(applicationsApi.remove, ({ params }) => {
    applications = applications.filter(({ id }) => id !== params.id);
  });
  await openScreen('/applications');
  await expect.poll(names).toEqual(['Gamma', 'alpha', 'Beta']);
  const byName = page.getByRole('button', { name: 'Application', exact: true });
  await byName.click();
  await expect.poll(names).toEqual(['alpha', 'Beta', 'Gamma']);
  await byName.click();
  await expect.poll(names).toEqual(['Gamma', 'Beta', 'alpha']);
  await page.getByRole('checkbox', { name: 'Select Beta' }).click();
  await page.getByRole('checkbox', { name: 'Select alpha' }).click();
  await expect.element(page.getByText('2 selected')).toBeVisible();
  await reloadScreen();
  await expect.element(page.getByText('2 selected')).toBeVisible();
  await expect.poll(names).toEqual(['Gamma', 'Beta', 'alpha']);
  await expectToFit();
  await remove.click();
  const confirm = dialog.getByRole('button', { name: 'Delete', exact: true });
  await expect.element(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill('delete 2');
  await confirm.click();
  await expect.element(page.getByText('2 items deleted.')).toBeVisible();
  await expect.poll(rows).toBe(1);
});

test('what cannot be deleted stays selected, with the reason', async () => {
  let resources = ['Management API', 'alpha', 'Beta'].map((name) =>
    sample(ResourceWithScopes, {
      id: name,
      name,
      indicator: `https://${name.replace(' ', '-').toLowerCase()}.example`,
    }),
  );
  api.on(resourcesApi.list, ({ query }) =>
    resources.filter(({ indicator }) => indicator.includes(String(query.search ?? '').replaceAll('%', ''))),
  );
  api.on(resourcesApi.remove, ({ params }) => {
    if (params.id === 'Management API') {
      return refuse('resource.cannot_delete_management_api');
    }
    resources = resources.filter(({ id }) => id !== params.id);
  });
  await openScreen('/api-resources');
  await page.getByRole('searchbox').fill('alpha.example');
  await expect.poll(rows).toBe(1);
  await page.getByRole('searchbox').fill('');
  await expect.poll(rows).toBe(3);
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click();
  await remove.click();
  await dialog.getByRole('textbox').fill('delete 3');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(page.getByText(/1 item could not be deleted/)).toBeVisible();
  await expect.poll(rows).toBe(1);
  await expect.element(page.getByText('1 selected')).toBeVisible();
});
