import type { FastifyReply, FastifyRequest } from 'fastify';
import { isTestState, receiveTestCallback } from '#features/people/sso-connectors';
import { languagesOf } from '#platform/http/http';
import type { Scope } from '#platform/http/route';
import { serverLanguage, textsIn } from '#platform/i18n/languages';
import phrases from './phrases.en.json' with { type: 'json' };
import { sendNotice } from './send-notice.ts';

const ends = { finished: 200, unknown: 404 } as const;
type End = keyof typeof ends;

/** The last pages in the window of a connection test, and the callback of identity providers that answer one. */
export function connectionTestPages(scope: Scope) {
  for (const end of Object.keys(ends) as End[]) {
    scope.server.get(`/sso-test/${end}`, async (request, reply) => {
      const language = serverLanguage(languagesOf(request));
      return sendNotice(reply, {
        status: ends[end],
        language,
        ...textsIn(language, 'sign-in.pages', phrases).connectionTest[end],
      });
    });
  }
  return {
    /** Answers a callback that belongs to a test, without its parameters in the address. */
    async takeCallback(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
      const { state } = request.query as Record<string, unknown>;
      if (!request.url.startsWith('/callback/') || !isTestState(state)) {
        return false;
      }
      const isKnown = await receiveTestCallback(scope, request, reply);
      reply.header('cache-control', 'no-store').redirect(`/sso-test/${isKnown ? 'finished' : 'unknown'}`, 303);
      return true;
    },
  };
}
