import { chooseLanguage } from '@postern/contracts/choose-language';
import { en } from '@postern/contracts/experience-phrases/en';
import { phrasesOf } from '@postern/contracts/experience-phrases/index';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '#platform/errors';
import { languagesOf } from '#platform/http';
import { NoTenantError } from '#platform/tenant-by-host';
import { noTenantWords, outageWords } from './error-phrases.ts';
import { sendNotice } from './send-notice.ts';

type Language = keyof typeof outageWords;
const languages = Object.keys(outageWords) as Language[];

/** Whether a browser navigates, rather than a program. */
const isLookedAt = ({ method, url, headers }: FastifyRequest) =>
  method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '') && !/^\/api(\/|\?|$)/.test(url);

/** The text of the error page; `canRetry` shows a link to retry. */
function wordsFor(error: AppError) {
  if (error.code === 'region.unavailable') {
    return { words: outageWords, canRetry: true };
  }
  return error instanceof NoTenantError ? { words: noTenantWords, canRetry: false } : undefined;
}

/**
 * A readable page for browsers when the database of a tenant is unavailable or the tenant does not exist. Uses no
 * tenant data and no scripts. Returns false for requests of programs.
 */
export async function explainError(error: AppError, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const said = wordsFor(error);
  if (!said || !isLookedAt(request)) {
    return false;
  }
  const language = chooseLanguage(languagesOf(request), languages, 'en') as Language;
  const { title, text } = said.words[language];
  const { tryAgain } = ((await phrasesOf(language)?.()) ?? en).common;
  if (said.canRetry) {
    reply.header('retry-after', error.options.retryAfter ?? 5);
  }
  await sendNotice(reply, {
    status: error.status,
    language,
    title,
    text,
    ...(said.canRetry ? { link: { href: '', label: tryAgain } } : {}),
  });
  return true;
}
