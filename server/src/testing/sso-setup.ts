import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { ssoSetupApi } from '@postern/contracts/people/sso-setup';
import { type CreateSsoSetupLink, ssoSetupLinksApi } from '@postern/contracts/people/sso-setup-links';
import type { TestApp } from './test-app.ts';
import type { CallInput } from './types.ts';

/** The id and the secret in the address of a link. */
export function partsOf(url: string): { id: string; secret: string } {
  const { pathname, hash } = new URL(url);
  return { id: pathname.split('/').at(-1) ?? '', secret: hash.slice(1) };
}

/** Creates a link as an administrator. */
export async function createLink(
  app: TestApp,
  token: string,
  given: Partial<CreateSsoSetupLink> = {},
  tenantId = 'default',
) {
  const { status, body } = await app.call(ssoSetupLinksApi.create, {
    token,
    tenantId,
    body: { name: 'Acme', ...given },
  });
  if (status !== 201) {
    throw new Error(JSON.stringify(body));
  }
  return { ...body, ...partsOf(body.url) };
}

/** A browser of the customer: keeps the cookie, and sends the headers of a page of the tenant's origin. */
export function setupVisitor(app: TestApp, tenantId = 'default') {
  let cookie = '';
  const visitor = {
    get cookie() {
      return cookie;
    },
    set cookie(value: string) {
      cookie = value;
    },
    async call<E extends AnyEndpoint>(contract: E, input: CallInput<E> = {}) {
      const answer = await app.call(contract, {
        tenantId,
        ...input,
        headers: {
          origin: app.app.endpointOf(tenantId),
          'sec-fetch-site': 'same-origin',
          ...(cookie ? { cookie } : {}),
          ...input.headers,
        },
      });
      const set = answer.headers['set-cookie'];
      if (typeof set === 'string') {
        cookie = set.split(';')[0] ?? '';
      }
      return answer;
    },
    open: (link: { id: string; secret: string }) =>
      visitor.call(ssoSetupApi.open, { body: { id: link.id, secret: link.secret } }),
  };
  return visitor;
}
