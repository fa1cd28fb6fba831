import type { Page } from '@playwright/test';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { SMTPServer } from 'smtp-server';
import { type Administrator, becomeAdministrator } from '../administrator.ts';
import { freePort } from '../free-port.ts';
import { expect, expectToFit, type Product, test } from '../product.ts';
import { visit } from '../visit.ts';

// The test mail server runs on localhost.
test.use({ environment: { ALLOW_PRIVATE_EGRESS: 'true' } });

type Received = { to: string; text: string; user?: string };

/** A mail server that stores the messages it receives. */
async function startMailServer() {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      done(password === 'door-4711' ? null : new Error('wrong password'), { user: username });
    },
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        received.push({ to, text: Buffer.concat(chunks).toString(), user: session.user });
        done();
      });
    },
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { port, received, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

test('an email connector is set up, tested, changed, replaced and deleted with a warning', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  const mail = await startMailServer();
  await page.goto(`${oss.consoleUrl}/connectors`);
  await expect(page).toHaveURL(/\/connectors\/passwordless$/);
  await expect(page.getByText('No email connector yet')).toBeVisible();
  await expect(page.getByRole('note').getByRole('link', { name: 'mailbox' })).toBeVisible();
  await expectToFit(page);

  await page.getByRole('link', { name: 'Set up email' }).press('Enter');
  await page.getByRole('link', { name: /^SMTP/ }).click();
  await expect(page.getByRole('region', { name: 'Set-up guide' })).toContainText('Ask your provider for the host');
  await page.getByRole('button', { name: 'Save connector' }).click();
  const host = page.getByRole('textbox', { name: 'Host' });
  await expect(host).toBeFocused();
  await expect(host).toHaveAccessibleDescription(/Fill in this field/);
  await expectToFit(page);

  await host.fill('localhost');
  await page.getByRole('textbox', { name: 'Port' }).fill(String(mail.port));
  await page.getByRole('button', { name: /more settings/ }).click();
  const headers = page.getByRole('textbox', { name: 'Additional headers' });
  await headers.fill('{ "x-mailer": ');
  await page.getByRole('textbox', { name: 'Sender' }).fill('Postern <door@example.com>');
  const recipient = page.getByRole('textbox', { name: 'Email address' });
  const send = page.getByRole('button', { name: 'Send test message' });
  await recipient.fill('ada');
  await send.click();
  await expect(recipient).toHaveAccessibleDescription(/ada@example\.com/);
  await expect(headers).toHaveAccessibleDescription(/Line 1/);
  await headers.fill('');
  await recipient.fill('ada@example.com');
  await recipient.press('Enter');
  await expect(page.getByText('Message sent to ada@example.com')).toBeVisible();
  expect(mail.received).toMatchObject([{ to: 'ada@example.com', text: expect.stringContaining('000000') }]);
  // The test message has saved nothing.
  await expect(page).toHaveURL(/\/guide\//);

  await page.getByRole('button', { name: 'Save connector' }).click();
  await expect(page.getByText('Connector created')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'SMTP', exact: true })).toBeVisible();
  const port = page.getByRole('textbox', { name: 'Port' });
  await expectToFit(page);
  await page.getByRole('button', { name: 'Open guide' }).click();
  await expect(page.getByRole('dialog', { name: 'Set up SMTP' })).toContainText('Require STARTTLS');
  await expectToFit(page);
  await page.keyboard.press('Escape');

  // An error found by the server is shown at its field, which is expanded for it.
  await page.getByRole('button', { name: /more settings/ }).click();
  await headers.fill('{ "x-mailer": 7 }');
  await page.keyboard.press('Control+s');
  await expect(headers).toHaveAccessibleDescription(/Enter text\./);
  await headers.fill('');
  await port.fill('1');
  await recipient.fill('ada@example.com');
  await send.click();
  await expect(page.getByText('Failed to send the message')).toBeVisible();
  await port.fill(String(mail.port));
  await page.getByRole('textbox', { name: 'Reply to' }).fill('help@example.com');
  await page.getByRole('textbox', { name: 'Username' }).fill('mailer');
  await page.getByLabel(/^Password/).fill('wrong');
  await send.click();
  await expect(page.getByText('rejected the username or password')).toBeVisible();
  await page.getByLabel(/^Password/).fill('door-4711');
  await send.click();
  await expect(page.getByText('Message sent to ada@example.com')).toBeVisible();
  expect(mail.received.at(-1)).toMatchObject({ user: 'mailer' });
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(page.getByText(/unsaved change/)).toHaveCount(0);
  const address = page.url();
  expect(await administrator.api('get', `/api/connectors/${address.split('/').at(-1)}`)).toMatchObject({
    config: { replyTo: 'help@example.com', auth: { user: 'mailer' } },
  });
  await visit(page, `${oss.consoleUrl}/connectors`);
  await expect(page.getByRole('button', { name: 'Delete SMTP' })).toBeVisible();
  await visit(page, address);
  await page.getByRole('button', { name: /more settings/ }).click();
  await expect(page.getByRole('textbox', { name: 'Reply to' })).toHaveValue('help@example.com');
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('mailer');
  await expect(page.getByRole('main').getByRole('link', { name: 'Email templates' })).toBeVisible();
  await test.step('a template is saved, and its preview shows the styles', async () => {
    await visit(page, `${oss.consoleUrl}/connectors/email-templates/create`);
    await page.getByRole('textbox', { name: 'Subject' }).fill('{{code}} is your code');
    await page
      .getByRole('textbox', { name: 'Content' })
      .fill(
        '<style>b { color: rgb(1, 2, 3) }</style><p style="color: rgb(4, 5, 6)" onclick="stop()">Hello <b>{{user.name}}</b></p><script>document.body.innerHTML = "gone"</script>',
      );
    const preview = page.frameLocator('iframe[title="Preview"]');
    await expect(preview.getByText('Hello Ada Lovelace')).toHaveCSS('color', 'rgb(4, 5, 6)');
    await expect(preview.locator('b')).toHaveCSS('color', 'rgb(1, 2, 3)');
    await page.getByRole('button', { name: 'Create template' }).click();
    await expect(page.getByRole('row', { name: /Sign in/ })).toContainText('HTML');
    expect(await administrator.api('get', '/api/email-templates')).toMatchObject([{ languageTag: 'en' }]);
    await visit(page, address);
  });

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Change provider' }).click();
  await page.getByRole('link', { name: /^HTTP Email/ }).click();
  await expect(page.getByText('This replaces SMTP')).toBeVisible();
  await page.getByRole('textbox', { name: 'Endpoint' }).fill('https://mail.example.com/send');
  await page.getByRole('button', { name: 'Save connector' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'HTTP Email', exact: true })).toBeVisible();

  await administrator.api('patch', signInExperienceApi.update.path, {
    signUp: { identifiers: ['email'], password: true, verify: true },
    signIn: { methods: [{ identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: true }] },
    forgotPasswordMethods: ['EmailVerificationCode'],
  });
  await visit(page, `${oss.consoleUrl}/connectors`);
  await page.getByRole('button', { name: 'Delete HTTP Email' }).click();
  const question = page.getByRole('dialog', { name: 'Delete “HTTP Email”?' });
  await expect(question).toContainText('sign-in with a code, registration, and forgotten passwords');
  await expectToFit(page);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Connector deleted')).toBeVisible();
  await expect(page.getByText('No email connector yet')).toBeVisible();
  await mail.stop();
  // The preview frame reports that it runs no scripts.
  administrator.expectNoComplaints('400', 'allow-scripts');
});

test('a standard connector gets a name and target, is offered on the sign-in page, and is removed', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  await page.goto(`${oss.consoleUrl}/connectors/social`);
  await expect(page.getByRole('heading', { name: 'No social connectors yet' })).toBeVisible();
  await expectToFit(page);
  const addOidc = async (name: string, target: string) => {
    await page.getByRole('link', { name: 'Add social connector' }).first().click();
    await page.getByRole('link', { name: /^OIDC/ }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('textbox', { name: 'Target' }).fill(target);
    await page.getByRole('textbox', { name: 'Authorization endpoint' }).fill('https://idp.example.com/auth');
    await page.getByRole('textbox', { name: 'Token endpoint', exact: true }).fill('https://idp.example.com/token');
    await page.getByRole('textbox', { name: 'Client ID' }).fill('postern');
    await page.getByRole('textbox', { name: 'Client secret' }).fill('a secret');
    await page.getByRole('textbox', { name: 'Scope' }).fill('openid email');
    await page
      .getByRole('textbox', { name: 'ID token verification' })
      .fill('{"jwksUri": "https://idp.example.com/jwks", "issuer": "https://idp.example.com"}');
  };
  await addOidc('Acme', 'acme');
  const secret = page.getByRole('textbox', { name: 'Client secret' });
  await expect(secret).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show Client secret' }).click();
  await expect(secret).toHaveAttribute('type', 'text');
  await expect(page.getByRole('combobox', { name: 'Algorithm' })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Token endpoint authentication' }).click();
  await page.getByRole('option', { name: 'client_secret_jwt' }).click();
  await expect(page.getByRole('combobox', { name: 'Algorithm of the signed assertion' })).toBeVisible();
  await expectToFit(page);
  const uri = await page.getByText(`${oss.endpoint}/callback/`).textContent();
  await page.getByRole('button', { name: 'Save connector' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Acme', exact: true })).toBeVisible();
  // The callback URI is the one that was shown before.
  await expect(page.getByText(uri ?? '', { exact: true })).toBeVisible();
  await expect(page.getByRole('note')).toContainText('Not on the sign-in pages yet: Acme');
  await expect(page.getByRole('link', { name: 'Go to sign-in experience' })).toHaveAttribute(
    'href',
    /sign-in-experience\/sign-up-and-sign-in$/,
  );
  await expectToFit(page);

  await page.getByRole('radio', { name: /^At every sign-in/ }).check();
  // Anyone can run such a provider, so its addresses are not trusted until the tenant enables it.
  const trust = page.getByRole('switch', { name: 'Trust verified addresses' });
  await expect(trust).not.toBeChecked();
  await trust.click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Acme Works');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Acme Works', exact: true })).toBeVisible();
  const [saved] = await administrator.api<{ trustAddresses: boolean }[]>('get', '/api/connectors');
  expect(saved?.trustAddresses).toBe(true);

  await page.getByRole('link', { name: 'Connectors' }).first().click();
  await page.getByRole('link', { name: 'Social' }).click();
  await addOidc('Another', 'acme');
  await page.getByRole('button', { name: 'Save connector' }).click();
  const target = page.getByRole('textbox', { name: 'Target' });
  await expect(target).toBeFocused();
  await expect(target).toHaveAttribute('aria-invalid', 'true');
  await target.fill('another');
  await page.getByRole('button', { name: 'Save connector' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Another', exact: true })).toBeVisible();

  await administrator.api('patch', signInExperienceApi.update.path, { socialSignInConnectorTargets: ['acme'] });
  await visit(page, `${oss.consoleUrl}/connectors/social`);
  await expect(page.getByRole('note')).toContainText('yet: Another');
  await page.getByRole('button', { name: 'Do not remind me' }).click();
  await expect(page.getByRole('note')).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete Acme Works' }).click();
  const question = page.getByRole('dialog', { name: 'Delete “Acme Works”?' });
  await expect(question).toContainText('its button');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Connector deleted')).toBeVisible();
  await expect(page.getByRole('row', { name: /Acme/ })).toHaveCount(0);
  await test.step('after another load of the console, the reminder is still off', async () => {
    await page.goto(`${oss.consoleUrl}/social-demo-callback?code=secret&state=kept`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This is a demo provider');
    await expect(page).toHaveURL(/\/social-demo-callback\?state=kept$/);
    await visit(page, `${oss.consoleUrl}/connectors/social`);
    await expect(page.getByRole('row', { name: /Another/ })).toBeVisible();
    await expect(page.getByRole('note')).toHaveCount(0);
  });

  await test.step('Google One Tap is enabled, and a provider cannot be added twice', () =>
    addGoogle(page, oss, administrator));
  await test.step('addresses of no connector lead to no page', async () => {
    for (const wrong of ['social/create/email', 'social/guide/http-sms', 'social/nothing', 'other/create/email']) {
      await visit(page, `${oss.consoleUrl}/connectors/social`);
      await expect(page.getByRole('row', { name: /Google/ })).toBeVisible();
      await visit(page, `${oss.consoleUrl}/connectors/${wrong}`);
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    }
  });
  administrator.expectNoComplaints('422', '404');
});

async function addGoogle(page: Page, oss: Product, administrator: Administrator): Promise<void> {
  await visit(page, `${oss.consoleUrl}/connectors/social/guide/google-universal`);
  await page.getByRole('textbox', { name: 'Client ID' }).fill('google-client');
  await page.getByRole('textbox', { name: 'Client secret' }).fill('google-secret');
  await page.getByRole('checkbox', { name: 'select_account' }).check();
  await expect(page.getByRole('switch', { name: 'Trust verified addresses' })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Sign in automatically' })).toHaveCount(0);
  await page.getByRole('switch', { name: 'Show Google One Tap' }).click();
  await page.getByRole('switch', { name: 'Sign in automatically' }).click();
  await expectToFit(page);
  await page.getByRole('button', { name: 'Save connector' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Google', exact: true })).toBeVisible();
  const connectors = await administrator.api<{ connectorId: string; config: object }[]>('get', '/api/connectors');
  expect(connectors.find(({ connectorId }) => connectorId === 'google-universal')?.config).toMatchObject({
    clientId: 'google-client',
    prompts: ['select_account'],
    oneTap: { isEnabled: true, autoSelect: true, closeOnTapOutside: true, itpSupport: true },
  });
  await visit(page, `${oss.consoleUrl}/connectors/social/create/social`);
  await expect(page.getByText('Already added')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Google/ })).toHaveCount(0);
  await expectToFit(page);
}
