import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { signInApi } from '@postern/contracts/sign-in/sign-in';
import { becomeAdministrator } from '../administrator.ts';
import { expect, expectToFit, test } from '../product.ts';
import { readCopied } from '../read-copied.ts';
import { demoClient, read, signInSteps } from '../sign-in-steps.ts';

test('a new user reads the registration code in the mailbox and empties it', async ({ page, oss, browser }) => {
  const administrator = await becomeAdministrator(page, oss);
  await administrator.api('patch', signInExperienceApi.update.path, {
    signUp: { identifiers: ['email'], password: false, verify: true },
    signIn: { methods: [{ identifier: 'email', password: false, verificationCode: true, isPasswordPrimary: false }] },
  });
  await page.goto(`${oss.consoleUrl}/tenant-settings/mailbox`);
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible();

  const person = await browser.newContext();
  const { arrive, send } = signInSteps(person.request, oss.endpoint, demoClient);
  await arrive();
  await read(await send(signInApi.start, { interactionEvent: 'Register' }));
  const identifier = { type: 'email', value: 'ada@example.com' };
  const { verificationId } = await read<{ verificationId: string }>(
    await send(signInApi.sendCode, { identifier, interactionEvent: 'Register' }),
  );

  // It appears automatically in the window that was already open.
  const message = page.getByRole('article', { name: 'ada@example.com' });
  await expect(message).toContainText('Create account');
  await message.getByRole('button', { name: 'Show message' }).click();
  await expect(message.getByRole('button', { name: 'Hide message' })).toHaveAttribute('aria-expanded', 'true');
  await expect(message.getByText(/^\d{6} is your code to create an account at Demo app$/)).toBeVisible();
  const mail = message.frameLocator('iframe');
  await expect(mail.getByRole('heading', { name: 'Create your account at Demo app' })).toBeVisible();
  await expect(mail.getByRole('link', { name: 'Create account' })).toHaveAttribute('href', /\/magic-link#id=\w+&code=/);
  await expectToFit(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const code = await readCopied(message.getByRole('button', { name: 'Copy code' }));
  expect(code).toMatch(/^\d{6}$/);
  await read(await send(signInApi.verifyCode, { identifier, verificationId, code }));
  await person.close();

  await page.getByRole('button', { name: 'Empty mailbox' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Empty mailbox' }).click();
  await expect(page.getByText('Mailbox emptied')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible();
  // The message frame reports that it runs no scripts, including those of the accessibility check.
  administrator.expectNoComplaints('allow-scripts');
});
