import { googleCsrfCookie } from '@postern/contracts/wire';
import { AppError } from '#platform/errors';
import type { Scope } from '#platform/route';
import { readCookie } from './know-device.ts';

const maxForm = 64 * 1024;

const refuse = (description: string) =>
  new AppError('oidc.invalid_request', { values: { error_description: description }, details: description });

function readForm(text: string): [string, string][] {
  const fields = [...new URLSearchParams(text)];
  if (new Set(fields.map(([name]) => name)).size !== fields.length) {
    throw refuse('Every field of the form may stand there once.');
  }
  return fields;
}

/**
 * Some providers send people back with a form instead of an address: Apple, Google One Tap. A form from another site
 * comes without our cookies, so the browser is sent to the same path again, with the fields as its query.
 */
export function acceptCallbackForms({ server }: Scope): void {
  server.register(async (forms) => {
    forms.removeAllContentTypeParsers();
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxForm },
      (_request, body, done) => {
        try {
          done(null, readForm(String(body)));
        } catch (error) {
          done(error as Error);
        }
      },
    );
    forms.addContentTypeParser('*', (_request, _payload, done) => done(refuse('Send a form.')));
    forms.post<{ Params: { connectorId: string } }>('/callback/:connectorId', async (request, reply) => {
      if (!Array.isArray(request.body)) {
        throw refuse('Send a form.');
      }
      // Only readForm makes the body of this route.
      const fields = request.body as [string, string][];
      const posted = fields.find(([name]) => name === googleCsrfCookie)?.[1];
      if (posted !== undefined && posted !== readCookie(request.headers.cookie, googleCsrfCookie)) {
        throw new AppError('session.csrf_token_mismatch');
      }
      const path = `/callback/${encodeURIComponent(request.params.connectorId)}`;
      return reply.header('cache-control', 'no-store').redirect(`${path}?${new URLSearchParams(fields)}`, 303);
    });
  });
}
