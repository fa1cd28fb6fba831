import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { SMTPServer } from 'smtp-server';
import { becomeAdministrator } from '../administrator.ts';
import { freePort } from '../free-port.ts';
import { expect, test } from '../product.ts';
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

test('an email connector sends, is replaced and deleted, and social ones are added and offered', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const mail = await startMailServer();
  await page.goto(`${oss.consoleUrl}/connectors`);
  await expect(page.getByRole('note').getByRole('link', { name: 'mailbox' })).toBeVisible();
  await page.getByRole('link', { name: 'Set up email' }).click();
  await page.getByRole('link', { name: /^SMTP Sends/ }).click();
  const field = (name: string) => page.getByRole('textbox', { name });
  await field('Host').fill('localhost');
  await field('Port').fill(String(mail.port));
  await field('Sender').fill('Postern <door@example.com>');
  await page.getByRole('button', { name: /more settings/ }).click();
  await field('Reply to').fill('help@example.com');
  await field('Username').fill('mailer');
  const send = async (password: string) => {
    await page.getByLabel(/^Password/).fill(password);
    await page.getByRole('button', { name: 'Send test message' }).click();
  };

  await test.step('test messages are sent with the values of the form, and save nothing', async () => {
    await field('Email address').fill('ada@example.com');
    await send('wrong');
    await expect(page.getByText('rejected the username or password')).toBeVisible();
    await send('door-4711');
    await expect(page.getByText('Message sent to ada@example.com')).toBeVisible();
    const text = expect.stringContaining('000000');
    expect(mail.received).toMatchObject([{ to: 'ada@example.com', text, user: 'mailer' }]);
    expect(await administrator.api('get', '/api/connectors')).toEqual([]);
  });

  await test.step('what the server refuses is shown at its field; what is saved is shown again', async () => {
    await page.getByRole('button', { name: 'Save connector' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'SMTP', exact: true })).toBeVisible();
    await page.getByRole('button', { name: /more settings/ }).click();
    await field('Additional headers').fill('{ "x-mailer": 7 }');
    await page.keyboard.press('Control+s');
    await expect(field('Additional headers')).toHaveAccessibleDescription(/Enter text\./);
    await page.reload();
    await page.getByRole('button', { name: /more settings/ }).click();
    await expect(field('Reply to')).toHaveValue('help@example.com');
    await expect(field('Username')).toHaveValue('mailer');
    expect(await administrator.api('get', `/api/connectors/${page.url().split('/').at(-1)}`)).toMatchObject({
      config: { replyTo: 'help@example.com', auth: { user: 'mailer' } },
    });
  });

  await test.step('a template is saved, and its preview shows the styles', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Email templates' }).click();
    await page.getByRole('link', { name: 'Create template' }).first().click();
    await field('Subject').fill('{{code}} is your code');
    await field('Content').fill(
      '<style>b { color: rgb(1, 2, 3) }</style><p style="color: rgb(4, 5, 6)" onclick="stop()">Hello <b>{{user.name}}</b></p><script>document.body.innerHTML = "gone"</script>',
    );
    const preview = page.frameLocator('iframe[title="Preview"]');
    await expect(preview.getByText('Hello Ada Lovelace')).toHaveCSS('color', 'rgb(4, 5, 6)');
    await expect(preview.locator('b')).toHaveCSS('color', 'rgb(1, 2, 3)');
    await page.getByRole('button', { name: 'Create template' }).click();
    await expect(page.getByRole('row', { name: /Sign in/ })).toContainText('HTML');
    expect(await administrator.api('get', '/api/email-templates')).toMatchObject([{ languageTag: 'en' }]);
  });

  await test.step('another provider replaces it', async () => {
    await visit(page, `${oss.consoleUrl}/connectors/passwordless/create/email`);
    await page.getByRole('link', { name: /^HTTP Email/ }).click();
    await expect(page.getByText('This replaces SMTP')).toBeVisible();
    await field('Endpoint').fill('https://mail.example.com/send');
    await page.getByRole('button', { name: 'Save connector' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'HTTP Email', exact: true })).toBeVisible();
    await visit(page, `${oss.consoleUrl}/connectors`);
    await page.getByRole('button', { name: 'Delete HTTP Email' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No email connector yet')).toBeVisible();
    await mail.stop();
  });

  await test.step('a standard connector gets a name and a target that no other one has', async () => {
    const addOidc = async (name: string) => {
      await visit(page, `${oss.consoleUrl}/connectors/social/guide/oidc`);
      await field('Name').fill(name);
      await field('Target').fill('acme');
      await field('Authorization endpoint').fill('https://idp.example.com/auth');
      await page.getByRole('textbox', { name: 'Token endpoint', exact: true }).fill('https://idp.example.com/token');
      await field('Client ID').fill('postern');
      await field('Client secret').fill('a secret');
      await field('Scope').fill('openid email');
      await field('ID token verification').fill(
        '{"jwksUri": "https://idp.example.com/jwks", "issuer": "https://idp.example.com"}',
      );
    };
    const save = page.getByRole('button', { name: 'Save connector' });
    await addOidc('Acme');
    const uri = await page.getByText(`${oss.endpoint}/callback/`).textContent();
    await save.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Acme', exact: true })).toBeVisible();
    // The callback URI is the one that was shown before.
    await expect(page.getByText(uri ?? '', { exact: true })).toBeVisible();
    await page.getByRole('radio', { name: /^At every sign-in/ }).check();
    await page.getByRole('switch', { name: 'Trust verified addresses' }).click();
    await field('Name').fill('Acme Works');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('heading', { level: 1, name: 'Acme Works', exact: true })).toBeVisible();
    expect(await administrator.api('get', '/api/connectors')).toMatchObject([
      { trustAddresses: true, syncProfile: true },
    ]);

    await visit(page, `${oss.consoleUrl}/connectors/social`);
    await addOidc('Another');
    await save.click();
    await expect(field('Target')).toBeFocused();
    await expect(field('Target')).toHaveAttribute('aria-invalid', 'true');
    await field('Target').fill('another');
    await save.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Another', exact: true })).toBeVisible();
  });

  await test.step('Google is added with One Tap', async () => {
    await visit(page, `${oss.consoleUrl}/connectors/social/guide/google-universal`);
    await field('Client ID').fill('google-client');
    await field('Client secret').fill('google-secret');
    await page.getByRole('checkbox', { name: 'select_account' }).check();
    await page.getByRole('switch', { name: 'Show Google One Tap' }).click();
    await page.getByRole('button', { name: 'Save connector' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Google', exact: true })).toBeVisible();
    const connectors = await administrator.api<{ connectorId: string; config: object }[]>('get', '/api/connectors');
    expect(connectors.find(({ connectorId }) => connectorId === 'google-universal')?.config).toMatchObject({
      prompts: ['select_account'],
      oneTap: { isEnabled: true, closeOnTapOutside: true, itpSupport: true },
    });
  });

  await test.step('after another load of the console, a reminder is still off', async () => {
    await administrator.api('patch', signInExperienceApi.update.path, { socialSignInConnectorTargets: ['acme'] });
    await page.goto(`${oss.consoleUrl}/connectors/social`);
    const stored = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.getByRole('button', { name: 'Do not remind me' }).click();
    await stored;
    await page.getByRole('button', { name: 'Delete Acme Works' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('row', { name: /Acme/ })).toHaveCount(0);
    await page.goto(`${oss.consoleUrl}/social-demo-callback?code=secret&state=kept`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This is a demo provider');
    await expect(page).toHaveURL(/\/social-demo-callback\?state=kept$/);
    await visit(page, `${oss.consoleUrl}/connectors/social`);
    await expect(page.getByRole('row', { name: /Another/ })).toBeVisible();
    await expect(page.getByRole('note')).toHaveCount(0);
  });
  // The preview frame reports that it runs no scripts.
  administrator.expectNoComplaints('400', '422', 'allow-scripts');
});
