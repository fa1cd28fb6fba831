import { googleCsrfCookie } from '@postern/contracts/wire';
import { readCookie } from '#features/sign-in/risk';
import { AppError } from '#platform/http/errors';
import type { Scope } from '#platform/http/route';

const maxForm = 64 * 1024;

const refuse = (description: string) =>
  new AppError('oidc.invalid_request', { values: { error_description: description }, details: description });

type Posted = { fields: [string, string][]; hasOnlyTexts: boolean };

function readForm(text: string): Posted {
  const fields = [...new URLSearchParams(text)];
  if (new Set(fields.map(([name]) => name)).size !== fields.length) {
    throw refuse('Send every field once.');
  }
  return { fields, hasOnlyTexts: true };
}

/** Programs send a flat object instead of a form. Nested objects become JSON, as Apple writes `user` in its form. */
function readObject(text: string): Posted {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse('Send a form or a JSON object.');
  }
  const entries = Object.entries(value).filter(([, one]) => one !== null);
  return {
    fields: entries.map(([name, one]) => [name, typeof one === 'string' ? one : JSON.stringify(one)]),
    hasOnlyTexts: Object.values(value).every((one) => typeof one === 'string'),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('request.malformed_json');
  }
}

/** The paths that providers return to; that of the account center takes only texts. */
const callbacks = [
  { base: '/callback/', onlyTexts: false },
  { base: '/account/callback/social/', onlyTexts: true },
];

const readers = [
  ['application/x-www-form-urlencoded', readForm],
  ['application/json', readObject],
] as const;

/**
 * Some providers return with a form POST instead of a redirect: Apple, Google One Tap. A cross-site form has no cookies
 * of ours, so the browser is redirected to the same path with the fields as its query.
 */
export function acceptCallbackForms({ server }: Scope): void {
  server.register(async (forms) => {
    forms.removeAllContentTypeParsers();
    for (const [type, read] of readers) {
      forms.addContentTypeParser(type, { parseAs: 'string', bodyLimit: maxForm }, (_request, body, done) => {
        try {
          done(null, read(String(body)));
        } catch (error) {
          done(error as Error);
        }
      });
    }
    forms.addContentTypeParser('*', (_request, _payload, done) => done(refuse('Send a form or a JSON object.')));
    for (const { base, onlyTexts } of callbacks) {
      forms.post<{ Params: { connectorId: string } }>(`${base}:connectorId`, async (request, reply) => {
        // Only the parsers above create the body of this route; a request without one has none.
        const { fields, hasOnlyTexts } = (request.body ?? {}) as Partial<Posted>;
        if (!fields) {
          throw refuse('Send a form or a JSON object.');
        }
        if (onlyTexts && !hasOnlyTexts) {
          throw refuse('Send texts only.');
        }
        const posted = fields.find(([name]) => name === googleCsrfCookie)?.[1];
        if (posted !== undefined && posted !== readCookie(request.headers.cookie, googleCsrfCookie)) {
          throw new AppError('session.csrf_token_mismatch');
        }
        const path = `${base}${encodeURIComponent(request.params.connectorId)}`;
        return reply.header('cache-control', 'no-store').redirect(`${path}?${new URLSearchParams(fields)}`, 303);
      });
    }
  });
}
