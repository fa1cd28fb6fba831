import { en } from '@postern/contracts/experience-phrases/en';
import { phrasesOf } from '@postern/contracts/experience-phrases/index';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '#platform/http/errors';
import { languagesOf } from '#platform/http/http';
import { serverLanguage, textsIn } from '#platform/i18n/languages';
import { NoTenantError } from '#platform/tenancy/no-tenant-error';
import phrases from './phrases.en.json' with { type: 'json' };
import { sendNotice } from './send-notice.ts';

/** Whether a browser navigates, rather than a program. */
const isLookedAt = (request: FastifyRequest) =>
  /\btext\/html\b/.test(request.headers.accept ?? '') &&
  (isSaml(request) || (request.method === 'GET' && !/^\/api(\/|\?|$)/.test(request.url)));

/** The addresses that browsers open for SAML, some of them with a form. */
const samlPaths = /^\/api\/(?:saml\/|saml-applications\/[^/?]+\/callback|authn\/(?:single-sign-on\/)?saml\/)/;
const isSaml = ({ url }: FastifyRequest) => samlPaths.test(url);

/** The text of the error page; `canRetry` shows a link to retry. */
function wordsFor(error: AppError, request: FastifyRequest) {
  if (error.code === 'region.unavailable') {
    return { words: 'outage' as const, canRetry: true };
  }
  if (error instanceof NoTenantError) {
    return { words: 'noTenant' as const, canRetry: false };
  }
  const { details } = error.options;
  const code = typeof details === 'string' ? `${error.code}: ${details}` : error.code;
  return isSaml(request) ? { words: 'saml' as const, canRetry: false, code } : undefined;
}

/**
 * A readable page for browsers when the database of a tenant is unavailable, the tenant does not exist, or a message of
 * SAML is refused. Uses no tenant data and no scripts. Returns false for requests of programs.
 */
export async function explainError(error: AppError, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const said = wordsFor(error, request);
  if (!said || !isLookedAt(request)) {
    return false;
  }
  const language = serverLanguage(languagesOf(request));
  const { title, text } = textsIn(language, 'sign-in.pages', phrases)[said.words];
  const { tryAgain } = ((await phrasesOf(language)?.()) ?? en).common;
  if (said.canRetry) {
    reply.header('retry-after', error.options.retryAfter ?? 5);
  }
  await sendNotice(reply, {
    status: error.status,
    language,
    title,
    text,
    ...(said.code ? { code: said.code } : {}),
    ...(said.canRetry ? { link: { href: '', label: tryAgain } } : {}),
  });
  return true;
}
