import { meApi } from '@postern/contracts/account/me';
import { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import {
  Connector,
  ConnectorFactory,
  type ConnectorFormItem,
  connectorFactoriesApi,
  connectorsApi,
} from '@postern/contracts/messages/connectors';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, expectNoProblems, openScreen, press, pressSave } from '../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

const heading = (name: string) => page.getByRole('heading', { name });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const text = (key: string, label: string, more: object = {}): ConnectorFormItem => ({
  key,
  label,
  type: 'Text',
  ...more,
});

const smtp = sample(ConnectorFactory, {
  id: 'simple-mail-transfer-protocol',
  target: 'smtp',
  type: 'Email',
  name: { en: 'SMTP' },
  readme: '# SMTP\n\nAsk your provider for the host.\n\nRequire STARTTLS.',
  formItems: [
    text('host', 'Host', { required: true }),
    { key: 'port', label: 'Port', type: 'Number', required: true, defaultValue: 587 },
    text('sender', 'Sender', { required: true }),
    text('user', 'Username'),
    text('pass', 'Password', { isConfidential: true }),
    text('replyTo', 'Reply to'),
    text('mailer', 'Mailer'),
    { key: 'headers', label: 'Additional headers', type: 'Json' },
  ],
});
const oidc = sample(ConnectorFactory, {
  id: 'oidc',
  target: 'oidc',
  platform: 'Universal',
  type: 'Social',
  name: { en: 'OIDC' },
  isStandard: true,
  formItems: [
    text('clientId', 'Client ID', { required: true }),
    text('clientSecret', 'Client secret', { required: true, isConfidential: true }),
    {
      key: 'method',
      label: 'Token endpoint authentication',
      type: 'Select',
      selectItems: ['client_secret_basic', 'client_secret_jwt'].map((value) => ({ value, title: value })),
      defaultValue: 'client_secret_basic',
    },
    text('algorithm', 'Algorithm of the signed assertion', {
      showConditions: [{ targetKey: 'method', expectValue: 'client_secret_jwt' }],
    }),
  ],
});
const google = sample(ConnectorFactory, {
  id: 'google-universal',
  target: 'google',
  platform: 'Universal',
  type: 'Social',
  name: { en: 'Google' },
  trustAddressesByDefault: true,
  formItems: [
    text('clientId', 'Client ID', { required: true }),
    text('clientSecret', 'Client secret', { required: true, isConfidential: true }),
    {
      key: 'prompts',
      label: 'Prompts',
      type: 'MultiSelect',
      selectItems: [{ value: 'consent' }, { value: 'select_account' }],
    },
  ],
});
const factories = [smtp, oidc, google];

/** Keeps connectors as the server does. */
function keepConnectors(...given: Connector[]): () => Connector[] {
  let connectors = given;
  const find = (id: string) => connectors.find((one) => one.id === id) ?? refuse('entity.not_found');
  api.on(signInExperienceApi.get, sample(SignInExperience));
  api.on(connectorFactoriesApi.list, factories);
  api.on(
    connectorFactoriesApi.get,
    ({ params }) => factories.find(({ id }) => id === params.id) ?? refuse('entity.not_found'),
  );
  api.on(connectorsApi.list, () => connectors);
  api.on(connectorsApi.get, ({ params }) => find(params.id));
  api.on(connectorsApi.create, ({ body }) => {
    const made = connectorOf(body.connectorId, { ...(body as Partial<Connector>), id: body.id ?? 'made' });
    connectors = [...connectors, made];
    return made;
  });
  api.on(connectorsApi.update, ({ params, body }) => {
    connectors = connectors.map((one) => (one.id === params.id ? { ...one, ...(body as Partial<Connector>) } : one));
    return find(params.id);
  });
  api.on(connectorsApi.remove, ({ params }) => {
    connectors = connectors.filter(({ id }) => id !== params.id);
  });
  return () => connectors;
}

function connectorOf(factoryId: string, given: Partial<Connector> = {}): Connector {
  const { isDemo: _, ...factory } = factories.find(({ id }) => id === factoryId) ?? smtp;
  const { name = factory.name, target = factory.target } = given.metadata ?? {};
  return sample(Connector, { ...factory, id: factoryId, connectorId: factoryId, ...given, name, target });
}

test('a sender is set up next to its guide, and a test message needs valid fields', async () => {
  keepConnectors();
  await openScreen('/connectors');
  await expect.poll(() => location.pathname).toBe('/connectors/passwordless');
  await expect.element(page.getByText('No email connector yet')).toBeVisible();
  await expectToFit();
  await press(page.getByRole('link', { name: 'Set up email' }), '{Enter}');
  await page.getByRole('link', { name: /^SMTP/ }).click();
  await expect
    .element(page.getByRole('region', { name: 'Set-up guide' }))
    .toMatchTextContent(/Ask your provider for the host/);
  await page.getByRole('button', { name: 'Save connector' }).click();
  await expect.element(field('Host')).toHaveFocus();
  await expect.element(field('Host')).toHaveAccessibleDescription(/Fill in this field/);
  await expectToFit();

  await field('Host').fill('localhost');
  await field('Sender').fill('Postern <door@example.com>');
  await page.getByRole('button', { name: /more settings/ }).click();
  const headers = page.getByRole('textbox', { name: /^Additional headers/ });
  await headers.fill('{ "x-mailer": ');
  const recipient = field('Email address');
  await recipient.fill('ada');
  const send = page.getByRole('button', { name: 'Send test message' });
  await send.click();
  await expect.element(recipient).toHaveAccessibleDescription(/ada@example\.com/);
  await expect.element(headers).toHaveAccessibleDescription(/Line 1/);
  await headers.fill('');
  api.on(connectorsApi.test, undefined);
  await recipient.fill('ada@example.com');
  await press(recipient, '{Enter}');
  await expect.element(page.getByText('Message sent to ada@example.com')).toBeVisible();
  expect(api.requestsOf(connectorsApi.create)).toEqual([]);
  api.on(connectorsApi.test, refuse('connector.general', { error: 'no route' }));
  await send.click();
  await expect.element(page.getByText('Failed to send the message')).toBeVisible();
  await page.getByRole('button', { name: 'Save connector' }).click();
  await expect.element(page.getByText('Connector created')).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1, name: 'SMTP' })).toBeVisible();
});

test('an error of the server opens the fields it is about, and the guide stays at hand', async () => {
  keepConnectors(connectorOf(smtp.id, { config: { host: 'localhost', port: 25, sender: 'door@example.com' } }));
  await openScreen(`/connectors/passwordless/${smtp.id}`);
  await expect.element(page.getByRole('heading', { level: 1, name: 'SMTP' })).toBeVisible();
  await expectToFit();
  await page.getByRole('button', { name: 'Open guide' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Set up SMTP' })).toMatchTextContent(/Require STARTTLS/);
  await expectToFit();
  await userEvent.keyboard('{Escape}');
  const issues = [{ code: 'custom', path: ['config', 'headers', 'x-mailer'], message: 'Enter text.' }];
  api.on(connectorsApi.update, refuse('connector.invalid_config', { issues }));
  await field('Host').fill('mail.example.com');
  await pressSave();
  await expect
    .element(page.getByRole('textbox', { name: /^Additional headers/ }))
    .toHaveAccessibleDescription(/Enter text\./);
});

test('deleting a sender names what depends on it', async () => {
  keepConnectors(connectorOf(smtp.id));
  const method = { identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: true } as const;
  const settings = sample(SignInExperience, {
    signUp: { identifiers: ['email'], password: true, verify: true },
    signIn: { methods: [method] },
    forgotPasswordMethods: ['EmailVerificationCode'],
  });
  api.on(signInExperienceApi.get, settings);
  await openScreen('/connectors');
  await page.getByRole('button', { name: 'Delete SMTP' }).click();
  const question = page.getByRole('dialog', { name: 'Delete “SMTP”?' });
  await expect.element(question).toMatchTextContent(/sign-in with a code, registration, and forgotten passwords/);
  await expectToFit();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('Connector deleted')).toBeVisible();
  await expect.element(page.getByText('No email connector yet')).toBeVisible();
});

test('a standard connector needs a free target, and says that it is not on the sign-in pages yet', async () => {
  const kept = keepConnectors();
  await openScreen('/connectors/social');
  await expect.element(heading('No social connectors yet')).toBeVisible();
  await expectToFit();
  await page.getByRole('link', { name: 'Add social connector' }).first().click();
  await page.getByRole('link', { name: /^OIDC/ }).click();
  await field('Name').fill('Acme');
  await field('Target').fill('acme');
  await field('Client ID').fill('postern');
  const secret = page.getByLabelText('Client secret', { exact: true });
  await secret.fill('a secret');
  await expect.element(secret).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show Client secret' }).click();
  await expect.element(secret).toHaveAttribute('type', 'text');
  const algorithm = page.getByRole('textbox', { name: /^Algorithm of the signed assertion/ });
  expect(algorithm.query()).toBeNull();
  await page.getByRole('combobox', { name: /^Token endpoint authentication/ }).click();
  await page.getByRole('option', { name: 'client_secret_jwt' }).click();
  await expect.element(algorithm).toBeVisible();
  await expect.element(page.getByText(new RegExp(`^${location.origin}/callback/`))).toBeVisible();
  await expectToFit();
  const answer = api.requestsOf(connectorsApi.create);
  api.on(connectorsApi.create, refuse('connector.multiple_target_with_same_platform'));
  await page.getByRole('button', { name: 'Save connector' }).click();
  await expect.element(field('Target')).toHaveFocus();
  await expect.element(field('Target')).toHaveAttribute('aria-invalid', 'true');
  expect(answer).toHaveLength(0);
  expect(kept()).toEqual([]);

  keepConnectors(connectorOf('oidc', { id: 'one', metadata: { name: { en: 'Acme' }, target: 'acme' } }));
  await openScreen('/connectors/social/one');
  await expect.element(page.getByRole('note')).toMatchTextContent(/Not on the sign-in pages yet: Acme/);
  await expect
    .element(page.getByRole('link', { name: 'Go to sign-in experience' }))
    .toHaveAttribute('href', expect.stringMatching(/sign-in-experience\/sign-up-and-sign-in$/));
  // Anyone can run such a provider, so its addresses are not trusted until the tenant enables it.
  await expect.element(page.getByRole('switch', { name: /^Trust verified addresses/ })).not.toBeChecked();
  await expectToFit();
});

test('the reminder can be dismissed, and a deletion says what is lost', async () => {
  keepConnectors(
    connectorOf('oidc', { id: 'one', metadata: { name: { en: 'Acme' }, target: 'acme' } }),
    connectorOf('oidc', { id: 'two', metadata: { name: { en: 'Another' }, target: 'another' } }),
  );
  api.on(signInExperienceApi.get, sample(SignInExperience, { socialSignInConnectorTargets: ['acme'] }));
  api.on(meApi.patchCustomData, {});
  await openScreen('/connectors/social');
  await expect.element(page.getByRole('note')).toMatchTextContent(/yet: Another/);
  await page.getByRole('button', { name: 'Do not remind me' }).click();
  await expect.element(page.getByRole('note')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Delete Acme' }).click();
  const question = page.getByRole('dialog', { name: 'Delete “Acme”?' });
  await expect.element(question).toMatchTextContent(/its button/);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('Connector deleted')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Acme/ })).not.toBeInTheDocument();
});

test('a guide begins with steps in the language of the console, which name the fields to fill in', async () => {
  keepConnectors();
  await openScreen('/connectors/social/guide/google-universal', { language: 'de' });
  const steps = page.getByRole('list', { name: 'Anleitung' });
  await expect.element(steps.getByText('Registrieren Sie eine Anwendung bei Google.')).toBeVisible();
  await expect.element(steps.getByText(/Formular: Client ID und Client secret\.$/)).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Einzelheiten (auf Englisch)' })).toBeVisible();
  await expectToFit();
  await openScreen(`/connectors/passwordless/guide/${smtp.id}`, { language: 'de' });
  await expect
    .element(steps.getByText('Senden Sie eine Testnachricht, und speichern Sie den Konnektor.'))
    .toBeVisible();
  await openScreen('/connectors/social/guide/google-universal');
  await expect.element(page.getByRole('region', { name: 'Set-up guide' })).toBeVisible();
  await expect.element(page.getByRole('list', { name: 'Set-up guide' })).not.toBeInTheDocument();
});

test('Google One Tap is enabled, a provider cannot be added twice, and other addresses lead to no page', async () => {
  const kept = keepConnectors();
  await openScreen('/connectors/social/guide/google-universal');
  await field('Client ID').fill('google-client');
  await page.getByLabelText('Client secret', { exact: true }).fill('google-secret');
  await page.getByRole('checkbox', { name: 'select_account' }).click();
  const toggle = (name: RegExp) => page.getByRole('switch', { name });
  await expect.element(toggle(/^Trust verified addresses/)).toBeChecked();
  expect(toggle(/^Sign in automatically/).query()).toBeNull();
  await toggle(/^Show Google One Tap/).click();
  await toggle(/^Sign in automatically/).click();
  await expectToFit();
  await page.getByRole('button', { name: 'Save connector' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Google' })).toBeVisible();
  expect(kept()[0]?.config).toMatchObject({
    clientId: 'google-client',
    prompts: ['select_account'],
    oneTap: { isEnabled: true, autoSelect: true, closeOnTapOutside: true, itpSupport: true },
  });
  await openScreen('/connectors/social/create/social');
  await expect.element(page.getByText('Already added')).toBeVisible();
  expect(page.getByRole('link', { name: /^Google/ }).query()).toBeNull();
  await expectToFit();
  for (const wrong of ['social/create/email', `social/guide/${smtp.id}`, 'social/nothing', 'other/create/email']) {
    await openScreen(`/connectors/${wrong}`);
    await expect.element(heading('Page not found')).toBeVisible();
  }
});

test('where only one kind of message has no connector, the notice is about that kind', async () => {
  api.on(connectorsApi.list, [sample(Connector, { id: 'mail', type: 'Email', name: { en: 'SMTP' } })]);
  await openScreen('/connectors/passwordless');
  await expect.element(page.getByText('Text messages go to the mailbox')).toBeVisible();
  api.on(connectorsApi.list, []);
  await openScreen('/connectors/passwordless');
  await expect.element(page.getByText('Messages go to the mailbox', { exact: true })).toBeVisible();
});
