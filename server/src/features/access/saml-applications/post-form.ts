import { directionOf } from '@postern/contracts/choose-language';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from '#platform/http/pages';
import { serverLanguage, textsIn } from '#platform/i18n/languages';
import { newNonce } from '#platform/secrets/ids';
import samlPost from './phrases.en.json' with { type: 'json' };

const field = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

type Form = {
  url: string;
  /** The message is a SAMLResponse of a sign-in if nothing else is given. */
  field?: 'SAMLRequest' | 'SAMLResponse';
  isSignOut?: boolean;
  message: string;
  relayState: string | null;
  languages: string[];
};

/**
 * A page that posts a message to the other side (saml-bindings-2.0 §3.5). Without scripts there is a button. The
 * policy has no form-action: browsers also apply it to the redirects of the application.
 */
export function sendPostForm(
  reply: FastifyReply,
  { url, field: name = 'SAMLResponse', isSignOut = false, message, relayState, languages }: Form,
) {
  const language = serverLanguage(languages);
  const { title: signIn, signOut, go } = textsIn(language, 'access.saml-applications', samlPost);
  const title = isSignOut ? signOut : signIn;
  const nonce = newNonce();
  reply.headers({
    'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
  });
  const html = `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head><body>
<form method="post" action="${escapeHtml(url)}">${field(name, Buffer.from(message).toString('base64'))}${
    relayState === null ? '' : field('RelayState', relayState)
  }<noscript><p>${title}</p><button type="submit">${go}</button></noscript></form>
<script nonce="${nonce}">document.forms[0].submit()</script></body></html>`;
  async function* content() {
    yield html;
  }
  return { type: 'text/html', content: content() };
}
