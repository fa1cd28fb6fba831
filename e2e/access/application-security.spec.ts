import { type Application, applicationsApi } from '@postern/contracts/access/applications';
import { exportJWK, generateKeyPair } from 'jose';
import { becomeAdministrator } from '../administrator.ts';
import { expect, expectToFit, test } from '../product.ts';

test('an administrator gives an application keys and FAPI 2.0, and sees errors at their fields', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const { id } = await administrator.api<Application>('post', applicationsApi.create.path, {
    name: 'Bank',
    type: 'Traditional',
    oidcClientMetadata: { redirectUris: ['https://bank.example/callback'], postLogoutRedirectUris: [] },
  });
  await page.goto(`${oss.consoleUrl}/applications/${id}/settings`);
  const method = page.getByRole('combobox', { name: 'Client authentication' });
  const save = page.getByRole('button', { name: /Save changes/ });
  const choose = async (name: RegExp) => {
    await method.click();
    await page.getByRole('option', { name }).click();
  };

  await page.getByRole('switch', { name: 'FAPI 2.0 Security Profile' }).press('Space');
  await save.click();
  await expect(page.getByText('Signed requests and FAPI 2.0 need a private key or a certificate.')).toBeVisible();
  await choose(/private_key_jwt/);
  const keys = page.getByRole('textbox', { name: 'Public keys (JWKS)' });
  await keys.fill('{ "keys": [{ "kty": "oct", "k": "c2VjcmV0" }] }');
  await save.click();
  await expect(page.getByText('Paste a JWKS with public keys only', { exact: false })).toBeVisible();
  await expectToFit(page);
  const { publicKey } = await generateKeyPair('ES256');
  await keys.fill(JSON.stringify({ keys: [await exportJWK(publicKey)] }));
  await page.getByRole('switch', { name: 'Require signed authorization requests' }).press('Space');
  await save.click();
  await expect(page.getByText('Changes saved')).toBeVisible();
  await page.reload();
  await expect(method).toHaveValue(/private_key_jwt/);
  await expect(page.getByRole('switch', { name: 'FAPI 2.0 Security Profile' })).toBeChecked();

  // The server refuses certificates, because nothing passes them to it.
  await choose(/self_signed_tls_client_auth/);
  await page
    .getByRole('textbox', { name: 'Certificates (PEM)' })
    .fill('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----');
  await save.click();
  await expect(page.getByText('Client certificates are not set up on this server.')).toBeVisible();
  const path = applicationsApi.get.path.replace(':id', id);
  const stored = await administrator.api<Application>('get', path);
  expect(stored.customClientMetadata).toMatchObject({ securityProfile: 'fapi2', isSignedRequestRequired: true });
  expect(stored.customClientMetadata.jwks?.keys).toHaveLength(1);
});
