import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import type { Egress } from '../../kit/interface.ts';
import { fakeProvider, message, optionsFor } from '../../testing.ts';
import { smtp } from './index.ts';

/** A real mail server on a local port. */
const servers: SMTPServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise<void>((done) => server.close(() => done()))));
});

type Received = { from: string; to: string[]; text: string; user: unknown };

async function mailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password, accessToken }, _session, done) =>
      username === 'mailer' && (password === 'right-password' || accessToken === 'fresh-token')
        ? done(null, { user: username })
        : done(new Error('535 right-password wanted, got something else')),
    onData: (stream, { envelope, user }, done) => {
      let text = '';
      stream.on('data', (chunk) => {
        text += chunk;
      });
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), text, user });
        done();
      });
    },
    ...options,
  });
  servers.push(server);
  server.on('error', () => undefined);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.server.address();
  return { received, port: typeof address === 'object' ? (address?.port ?? 0) : 0 };
}

const local: Egress = {
  fetch: () => Promise.reject(new Error('no call is expected')),
  resolve: async () => ({ address: '127.0.0.1', family: 4 }),
};

const base = {
  host: 'mail.example.com',
  auth: { user: 'mailer', pass: 'right-password' },
  fromEmail: 'Example <no-reply@example.com>',
  templates: [],
};
const templates = [
  { usageType: 'SignIn', subject: 'Ihr Code für {{application.name}}', content: '<p>{{code}}</p>' },
  { usageType: 'Register', subject: 'Plain', content: 'Code: {{code}}', contentType: 'text/plain' },
];

async function send(config: Record<string, unknown>, given = message('somebody@example.org'), egress = local) {
  const connector = await smtp(optionsFor(config, egress));
  return connector.sendMessage(given);
}

describe('a message through SMTP', () => {
  test('arrives with subject, HTML, sender, reply address and custom headers', async () => {
    const { received, port } = await mailServer();
    await send(
      { ...base, port, templates, replyTo: 'help@example.com', customHeaders: { 'X-Campaign': 'codes' } },
      message('somebody@example.org', 'SignIn', { code: '778899', application: { name: 'Übersee' } }),
    );
    expect(received).toHaveLength(1);
    const [{ from, to, text, user }] = received as [Received];
    expect({ from, to, user }).toEqual({ from: 'no-reply@example.com', to: ['somebody@example.org'], user: 'mailer' });
    expect(text).toMatch(/^From: Example <no-reply@example\.com>\r?$/m);
    expect(text).toMatch(/^Reply-To: help@example\.com\r?$/m);
    expect(text).toMatch(/^X-Campaign: codes\r?$/m);
    expect(text).toMatch(/^Content-Type: text\/html/m);
    expect(text).toContain('<p>778899</p>');
    const subject = /^Subject: (.*(?:\r?\n .*)*)/m.exec(text)?.[1] ?? '';
    const decoded = subject.replace(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, word: string) =>
      decodeURIComponent(word.replaceAll('_', ' ').replaceAll('=', '%')),
    );
    expect(decoded).toBe('Ihr Code für Übersee');
  });

  test('sends a plain template as plain text, and ours in both formats', async () => {
    const { received, port } = await mailServer();
    await send({ ...base, port, templates }, message('a@example.org', 'Register'));
    await send({ ...base, port, templates }, message('a@example.org', 'ForgotPassword'));
    expect(received[0]?.text).toMatch(/^Content-Type: text\/plain/m);
    expect(received[0]?.text).toContain('Code: 123456');
    expect(received[1]?.text).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(received[1]?.text).toMatch(/^Subject: 123456 is your code to set a new password for Acme\r?$/m);
    expect(received[1]?.text.match(/^Content-Type: text\/(plain|html)/gm)).toEqual([
      'Content-Type: text/plain',
      'Content-Type: text/html',
    ]);
  });

  test('uses a given config instead of the stored one', async () => {
    const { received, port } = await mailServer();
    const connector = await smtp(optionsFor({ ...base, port: 1 }, local));
    await connector.sendMessage(message('a@example.org'), { ...base, port });
    expect(received).toHaveLength(1);
  });

  test('fetches the OAuth 2.0 token through the egress', async () => {
    const tokenUrl = 'https://login.example.com/token';
    const provider = await fakeProvider({ [tokenUrl]: { body: { access_token: 'fresh-token' } } });
    const { received, port } = await mailServer({ authMethods: ['XOAUTH2'] });
    const auth = {
      type: 'oauth2',
      user: 'mailer',
      clientId: 'c',
      clientSecret: 's',
      refreshToken: 'r',
      accessUrl: tokenUrl,
    };
    await send({ ...base, port, auth }, undefined, { ...provider.egress, resolve: local.resolve });
    expect(received).toHaveLength(1);
    expect(provider.calls[0]?.body).toContain('grant_type=refresh_token');
    await provider.close();
  });
});

describe('errors of a mail server', () => {
  const failure = async (config: Record<string, unknown>) => {
    const connector = await smtp(optionsFor(config, local));
    return connector.sendMessage(message('a@example.org')).then(
      () => undefined,
      (error: Error & { code: string; data: string }) => ({ code: error.code, data: error.data }),
    );
  };

  test('wrong credentials are reported without the credentials', async () => {
    const { port } = await mailServer();
    const reported = await failure({ ...base, port, auth: { user: 'mailer', pass: 'wrong-password' } });
    expect(reported).toMatchObject({
      code: 'general',
      data: expect.stringMatching(/^The mail server rejected the username/),
    });
    expect(JSON.stringify(reported)).not.toMatch(/wrong-password|right-password/);
  });

  test('an untrusted certificate is rejected, with both variants of TLS', async () => {
    const { port } = await mailServer({ disabledCommands: [] });
    expect(await failure({ ...base, port, requireTLS: true })).toMatchObject({ code: 'general' });
    const direct = await mailServer({ secure: true });
    expect(await failure({ ...base, port: direct.port, secure: true })).toMatchObject({ code: 'general' });
    // Only the certificate is the reason: without the check the message is sent.
    expect(await failure({ ...base, port, requireTLS: true, tls: { rejectUnauthorized: false } })).toBeUndefined();
  });

  test('a server without TLS is rejected if TLS is required', async () => {
    const { port } = await mailServer();
    expect(await failure({ ...base, port, requireTLS: true })).toMatchObject({ code: 'general' });
  });

  test('a rejected recipient and a closed port are reported', async () => {
    const { port } = await mailServer({ onRcptTo: (_address, _session, done) => done(new Error('no such user')) });
    expect(await failure({ ...base, port })).toMatchObject({ data: expect.stringMatching(/sender or the recipient/) });
    expect(await failure({ ...base, port: 1 })).toMatchObject({ code: 'general' });
  });

  test('header injection is rejected', async () => {
    const { received, port } = await mailServer();
    await expect(send({ ...base, port }, message('a@b.c\r\nBcc: d@e.f'))).rejects.toMatchObject({
      code: 'invalid_request_parameters',
    });
    await send(
      { ...base, port, templates: [{ usageType: 'SignIn', subject: '{{user.name}}', content: 'x' }] },
      message('a@b.c', 'SignIn', { user: { name: 'x\r\nBcc: d@e.f' } }),
    );
    expect(received).toHaveLength(1);
    expect(received[0]?.to).toEqual(['a@b.c']);
    expect(received[0]?.text).not.toMatch(/^Bcc:/m);
  });
});

describe('the config', () => {
  const guard = async () => (await smtp(optionsFor({}, local))).configGuard;
  const good = { ...base, port: 587 };
  test.each<[string, Record<string, unknown>]>([
    ['with a port as text', { port: '587' }],
    ['without credentials', { auth: {} }],
    ['with an address for a host', { host: '192.0.2.1' }],
  ])('accepts %s', async (_what, change) =>
    expect((await guard()).safeParse({ ...good, ...change }).success).toBe(true),
  );

  test.each<[string, Record<string, unknown>]>([
    ['without templates', { templates: undefined }],
    ['without a host', { host: undefined }],
    ['without auth', { auth: undefined }],
    ['with a URL for a host', { host: 'http://169.254.169.254/' }],
    ['with TLS options that lead elsewhere', { tls: { host: '169.254.169.254' } }],
    ['with TLS options that name a socket', { tls: { path: '/var/run/docker.sock' } }],
    ['with a second line in the sender', { fromEmail: 'a@b.c\r\nBcc: d@e.f' }],
    ['with a header for another recipient', { customHeaders: { Bcc: 'd@e.f' } }],
    ['with two lines in a header', { customHeaders: { 'X-A': 'a\r\nBcc: d@e.f' } }],
    ['with port 0', { port: 0 }],
    ['with a purpose that does not exist', { templates: [{ usageType: 'Ad', subject: '', content: '' }] }],
  ])('rejects %s', async (_what, change) => {
    expect((await guard()).safeParse({ ...good, ...change }).success).toBe(false);
  });
});
