import { chooseLanguage } from '@postern/contracts/choose-language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isTestState, receiveTestCallback } from '#features/people/sso-connectors';
import { languagesOf } from '#platform/http';
import type { Scope } from '#platform/route';
import { connectionTestWords } from './connection-test-phrases.ts';
import { sendNotice } from './send-notice.ts';

type Language = keyof typeof connectionTestWords;
const languages = Object.keys(connectionTestWords) as Language[];

const ends = { finished: 200, unknown: 404 } as const;
type End = keyof typeof ends;

/** The last pages in the window of a connection test, and the callback of identity providers that answer one. */
export function connectionTestPages(scope: Scope) {
  for (const end of Object.keys(ends) as End[]) {
    scope.server.get(`/sso-test/${end}`, async (request, reply) => {
      const language = chooseLanguage(languagesOf(request), languages, 'en') as Language;
      return sendNotice(reply, { status: ends[end], language, ...connectionTestWords[language][end] });
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
