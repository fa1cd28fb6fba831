import { becomeAdministrator } from '../administrator.ts';
import { expect, test } from '../product.ts';

test('errors found only by the server are shown at their field, in the language of the console', async ({
  browser,
  oss,
}) => {
  const page = await browser.newPage({ locale: 'de-DE' });
  const { api, expectNoComplaints } = await becomeAdministrator(page, oss);
  const { id } = await api<{ id: string }>('post', '/api/applications', {
    name: 'Shop',
    type: 'Traditional',
    oidcClientMetadata: { redirectUris: ['https://shop.example.com/callback'], postLogoutRedirectUris: [] },
  });
  await page.goto(`${oss.consoleUrl}/applications/${id}`);
  const logout = page.locator('input[name="backchannelLogoutUri"]');
  await logout.fill('https://10.0.0.7/logout');
  await page.keyboard.press('Control+s');
  await expect(logout).toHaveAccessibleDescription(/^Der Host 10\.0\.0\.7 ist keine öffentliche Adresse\./);
  await expect(logout).toBeFocused();
  // The field shows the error; there is no toast with the raw text.
  await expect(page.getByText(/custom, /)).toHaveCount(0);

  await logout.fill('https://203.0.114.7/logout');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Änderungen gespeichert')).toBeVisible();
  expectNoComplaints(400);
});
