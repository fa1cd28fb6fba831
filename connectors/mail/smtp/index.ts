import { callProvider, formType, readJson } from '../../kit/call-provider.ts';
import { ConnectorError } from '../../kit/fail.ts';
import type { ConnectorFactory, Egress, MessageConnector } from '../../kit/interface.ts';
import { readConfig } from '../../kit/read-config.ts';
import { headerValue, mailAddress } from '../../kit/refuse-injection.ts';
import { renderMail } from '../../kit/render-message.ts';
import { ownMail } from '../../kit/template-items.ts';
import { configGuard, type SmtpConfig } from './config.ts';
import { metadata } from './metadata.ts';

const defaultTimeout = 10_000;
const defaultAccessUrl = 'https://accounts.google.com/o/oauth2/token';

/** Fetched here instead of by the mail library, so that the egress rules apply to this call too. */
async function fetchAccessToken(egress: Egress, auth: Extract<SmtpConfig['auth'], { type: 'oauth2' }>) {
  const { clientId = '', clientSecret = '', refreshToken, accessUrl = defaultAccessUrl } = auth;
  if (!refreshToken) {
    return auth.accessToken;
  }
  const answer = await callProvider(egress.fetch, accessUrl, {
    method: 'POST',
    headers: formType,
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: clientId,
      client_secret: clientSecret,
      refresh_token: refreshToken,
    }).toString(),
  });
  const token = readJson(answer.text)?.access_token;
  if (!answer.ok || typeof token !== 'string') {
    throw new ConnectorError(
      'general',
      `The token endpoint returned no access token for the mail server (status ${answer.status}).`,
    );
  }
  return token;
}

async function credentials(egress: Egress, auth: SmtpConfig['auth']) {
  if (auth.type === 'oauth2') {
    return { type: 'OAuth2' as const, user: auth.user, accessToken: await fetchAccessToken(egress, auth) };
  }
  return auth.user ? { user: auth.user, pass: auth.pass ?? '' } : undefined;
}

/** Connects to the resolved address; the certificate must still match the host name. */
async function connectionOptions(egress: Egress, config: SmtpConfig) {
  const { address } = await egress.resolve(config.host);
  const within = (given: number | undefined) => Math.min(given ?? defaultTimeout, 30_000);
  return {
    host: address,
    port: config.port,
    secure: config.secure ?? false,
    ignoreTLS: config.ignoreTLS ?? false,
    requireTLS: config.requireTLS ?? false,
    servername: config.servername ?? config.host,
    tls: config.tls ?? {},
    auth: await credentials(egress, config.auth),
    name: config.name,
    localAddress: config.localAddress,
    connectionTimeout: within(config.connectionTimeout),
    greetingTimeout: within(config.greetingTimeout),
    socketTimeout: within(config.socketTimeout),
    dnsTimeout: within(config.dnsTimeout),
    // Always set: a message never reads a file or URL of the server. Transcripts would show codes and passwords.
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
    debug: false,
  };
}

const reasons: Record<string, string> = {
  EAUTH: 'The mail server rejected the username or password.',
  ECONNECTION: 'The mail server could not be reached. Check host and port.',
  ESOCKET: 'The connection to the mail server failed. Check host, port and whether it expects TLS.',
  ETIMEDOUT: 'The mail server did not respond in time. Check host and port.',
  ETLS: 'A secure connection to the mail server could not be established.',
  EENVELOPE: 'The mail server rejected the sender or the recipient.',
  EMESSAGE: 'The mail server rejected the message.',
};

/** Uses our own messages: those of the library or the server may contain credentials. */
function explain(error: unknown): ConnectorError {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  const reason = reasons[code ?? ''] ?? 'The message could not be sent to the mail server.';
  // RFC 5321 §4.2.1: 5yz is a permanent failure.
  const options = { isPermanent: (responseCode ?? 0) >= 500 };
  return new ConnectorError('general', responseCode ? `${reason} (${responseCode})` : reason, options);
}

export const smtp: ConnectorFactory<MessageConnector> = async ({ getConfig, getI18nEmailTemplate, egress }) => ({
  type: 'Email',
  metadata,
  configGuard,
  hostsOf: ({ host }) => (typeof host === 'string' ? [host] : []),
  sendMessage: async (message, given) => {
    const config = readConfig(configGuard, given ?? (await getConfig(metadata.id)));
    const mail = await renderMail(getI18nEmailTemplate, message, ownMail(config.templates, message.type));
    const to = mailAddress(message.to);
    // Loaded with the first message, so that servers without SMTP do not need it.
    const [{ createTransport }, options] = await Promise.all([import('nodemailer'), connectionOptions(egress, config)]);
    const transport = createTransport(options);
    try {
      await transport.sendMail({
        to,
        from: headerValue('sender', mail.sendFrom ?? config.fromEmail),
        replyTo: mail.replyTo ?? config.replyTo,
        subject: mail.subject,
        headers: config.customHeaders ?? {},
        ...(mail.contentType === 'text/html' ? { html: mail.content, text: mail.text } : { text: mail.content }),
      });
    } catch (error) {
      throw explain(error);
    } finally {
      transport.close();
    }
  },
});
