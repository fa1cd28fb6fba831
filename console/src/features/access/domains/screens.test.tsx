import { Domain, domainsApi } from '@postern/contracts/access/domains';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api, expectNoProblems, openScreen, press } from '../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

test('a domain that cannot be used is refused at the field; another one shows its record, and is deleted', async () => {
  let domains: Domain[] = [];
  const domain = sample(Domain, {
    id: 'one',
    domain: 'login.acme.example',
    status: 'Active',
    dnsRecords: [{ name: 'login.acme.example', type: 'CNAME', value: 'auth.example.com' }],
  });
  api.on(domainsApi.list, () => domains);
  api.on(domainsApi.create, ({ body }) => {
    if (body.domain === 'acme') {
      return refuse('domain.domain_is_not_allowed');
    }
    domains = [domain];
    return domain;
  });
  api.on(domainsApi.remove, () => {
    domains = [];
  });
  await openScreen('/tenant-settings/domains');
  await expect.element(page.getByText('No custom domains yet.')).toBeVisible();
  const local = page.getByRole('note').filter({ hasText: 'This server has no public address yet' });
  await expect.element(local).toMatchTextContent(/cannot point to localhost,.* sets ENDPOINT to a public address/);
  await press(page.getByRole('button', { name: 'Add domain' }), '{Enter}');
  const dialog = page.getByRole('dialog');
  const name = dialog.getByRole('textbox', { name: 'Domain' });
  await name.fill('acme');
  await dialog.getByRole('button', { name: 'Add domain' }).click();
  await expect.element(dialog.getByText(/This domain cannot be used/)).toBeVisible();
  await expectAccessible();
  await name.fill('login.acme.example');
  await dialog.getByRole('button', { name: 'Add domain' }).click();
  const region = page.getByRole('region', { name: 'login.acme.example' });
  await expect.element(region.getByText('Active', { exact: true })).toBeVisible();
  await expect.element(region.getByRole('row', { name: /CNAME.*auth\.example\.com/ })).toBeVisible();
  await expectToFit();
  await region.getByRole('button', { name: 'Delete login.acme.example' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('No custom domains yet.')).toBeVisible();
});
