import { Domain, domainsApi, type VerificationFile } from '@postern/contracts/access/domains';
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
  let files: VerificationFile[] = [];
  api.on(domainsApi.listFiles, () => files);
  api.on(domainsApi.replaceFiles, ({ body }) => {
    files = body.verificationFiles;
    return files;
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
  await region.getByRole('button', { name: 'Add file' }).click();
  await dialog.getByRole('textbox', { name: 'Path' }).fill('/.hidden.txt');
  await dialog.getByRole('combobox', { name: 'Content type' }).click();
  await page.getByRole('option', { name: 'application/json' }).click();
  await dialog.getByRole('textbox', { name: 'Content' }).fill('{');
  await dialog.getByRole('button', { name: 'Add file' }).click();
  await expect.element(dialog.getByText(/Enter a path such as/)).toBeVisible();
  expect(files).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Path' }).fill('/.well-known/owner.json');
  await dialog.getByRole('button', { name: 'Add file' }).click();
  await expect.element(dialog.getByText('Enter valid JSON.')).toBeVisible();
  await expectToFit();
  await dialog.getByRole('textbox', { name: 'Content' }).fill('{"a":1}');
  await dialog.getByRole('button', { name: 'Add file' }).click();
  const row = region.getByRole('row', { name: /owner\.json.*application\/json/ });
  await expect.element(row).toBeVisible();
  expect(files).toEqual([{ path: '/.well-known/owner.json', contentType: 'application/json', content: '{"a":1}' }]);
  await region.getByRole('button', { name: 'Add file' }).click();
  await dialog.getByRole('textbox', { name: 'Path' }).fill('/.well-known/owner.json');
  await dialog.getByRole('textbox', { name: 'Content' }).fill('x');
  await dialog.getByRole('button', { name: 'Add file' }).click();
  await expect.element(dialog.getByText('This domain already has a file at this path.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await row.getByRole('button', { name: /owner\.json/ }).click();
  await page.getByRole('menuitem', { name: 'Edit file' }).click();
  await dialog.getByRole('textbox', { name: 'Content' }).fill('[]');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => files[0]?.content).toBe('[]');
  await expect.element(dialog).not.toBeInTheDocument();
  await expectToFit();
  await row.getByRole('button', { name: /owner\.json/ }).click();
  await page.getByRole('menuitem', { name: 'Remove file' }).click();
  await dialog.getByRole('button', { name: 'Remove file' }).click();
  await expect.poll(() => files).toEqual([]);
  await region.getByRole('button', { name: 'Delete login.acme.example' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('No custom domains yet.')).toBeVisible();
});

test('nobody is told to create a record that points to this machine', async () => {
  const pending = sample(Domain, {
    id: 'one',
    domain: 'login.acme.example',
    status: 'PendingVerification',
    errorMessage: 'There is no CNAME record for login.acme.example.',
    dnsRecords: [{ name: 'login.acme.example', type: 'CNAME', value: 'localhost' }],
  });
  api.on(domainsApi.list, [pending]);
  api.on(domainsApi.listFiles, []);
  await openScreen('/tenant-settings/domains');
  const region = page.getByRole('region', { name: 'login.acme.example' });
  await expect.element(region.getByText(/shown here when the server has a public address/)).toBeVisible();
  expect(region.getByRole('table', { name: 'DNS records of login.acme.example' }).elements()).toEqual([]);
  expect(region.getByText(/Create this record|There is no CNAME/).elements()).toEqual([]);
  await expectAccessible();
});
