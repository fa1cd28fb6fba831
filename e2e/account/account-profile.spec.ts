import { createPerson, everything, expectTold, row, signIn } from '../account-person.ts';
import { expect, watchConsole } from '../product.ts';
import { test } from '../stage.ts';

/** A PNG of 90 by 60 pixels, drawn by the browser. */
const drawPicture = `(() => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 90, height: 60 });
  canvas.getContext('2d').fillRect(0, 0, 90, 60);
  return canvas.toDataURL('image/png').split(',')[1];
})()`;
const key = 'postern:account-center:session';

test('visitors sign in first, change their name and picture, get new tokens, and are signed out in all tabs', async ({
  page,
  stage,
}) => {
  await stage.settings();
  const profile = `${stage.product.endpoint}/account/profile`;
  await stage.api('patch', '/api/account-center', { enabled: false });
  expect((await page.goto(profile))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'The account center is turned off' })).toBeVisible();
  await stage.api('patch', '/api/account-center', { enabled: true, fields: everything });
  const { id, username } = await createPerson(stage, { name: 'Ada' });
  const user = () => stage.api<{ name: string; avatar: string | null }>('get', `/api/users/${id}`);
  await page.goto(profile);
  await signIn(page, username);
  await expect(page).toHaveURL(profile);
  await expect(row(page, 'Name')).toContainText('Ada');
  const complaints = watchConsole(page);

  await test.step('a name and a picture are stored, and appear in the other tab', async () => {
    const other = await page.context().newPage();
    await other.goto(profile);
    await expect(row(other, 'Name')).toContainText('Ada');
    await page.getByRole('button', { name: 'Change: Name' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
    await page.keyboard.press('Enter');
    await expectTold(page, 'Changes saved');
    await expect(row(other, 'Name')).toContainText('Ada Lovelace');
    await page.getByRole('button', { name: 'Add: Picture' }).click();
    const drawn = await page.evaluate<string>(drawPicture);
    const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(drawn, 'base64') };
    await page.getByRole('dialog', { name: 'Picture' }).locator('input[type=file]').setInputFiles(file);
    await expect.poll(async () => (await user()).avatar).toContain(`/user-assets/default/${id}/`);
    const { name, avatar } = await user();
    expect(name).toBe('Ada Lovelace');
    await expect(page.locator('img.face').first()).toHaveAttribute('src', avatar ?? '');
    await other.close();
  });

  await test.step('an invalid token is renewed; the language stays after a reload', async () => {
    const session = JSON.parse(await page.evaluate<string>(`sessionStorage.getItem('${key}')`));
    const stale = JSON.stringify({ ...session, accessToken: 'ended long ago' });
    await page.evaluate(`sessionStorage.setItem('${key}', ${JSON.stringify(stale)})`);
    await page.getByLabel('Language').selectOption('de');
    await expect(page.getByRole('heading', { name: 'Profil', level: 1 })).toBeVisible();
    expect(complaints).toEqual([]);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Profil', level: 1 })).toBeVisible();
    await expect(row(page, 'Name')).toContainText('Ada Lovelace');
    const renewed = JSON.parse(await page.evaluate<string>(`sessionStorage.getItem('${key}')`));
    expect(renewed.accessToken === 'ended long ago').toBe(false);
    expect(renewed.refreshToken === session.refreshToken).toBe(false);
    await page.getByLabel('Sprache').selectOption('en');
  });

  await test.step('both tabs report the end of the session', async () => {
    const other = await page.context().newPage();
    await other.goto(profile);
    await expect(row(other, 'Name')).toContainText('Ada Lovelace');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(other.getByRole('heading', { name: 'Your session has ended' })).toBeVisible();
    await page.waitForURL(/sign-in/);
    await other.getByRole('button', { name: 'Sign in again' }).click();
    await signIn(other, username);
    await expect(other).toHaveURL(profile);
    await expect(row(other, 'Name')).toContainText('Ada Lovelace');
    await stage.api('patch', `/api/users/${id}/is-suspended`, { isSuspended: true });
    await other.getByRole('button', { name: 'Change: Name' }).click();
    await other.getByRole('textbox', { name: 'Name' }).press('Enter');
    await expect(other.getByRole('heading', { name: 'Your session has ended' })).toBeVisible();
  });
});
