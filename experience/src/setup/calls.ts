import type { BodyInputOf, ParamsOf, ResponseOf } from '@postern/contracts/endpoint';
import type { ssoSetupApi } from '@postern/contracts/people/sso-setup';
import { setupLinkHeader } from '@postern/contracts/wire';
import { request } from '../platform/client.ts';
import { linkId } from './open-link.ts';

type Api = typeof ssoSetupApi;

/** Method and path by name in the contract. Importing the contract would also bundle its schema library. */
export const setupRoutes: Record<keyof Api, `${string} ${string}`> = {
  open: 'POST /api/sso-setup/session',
  get: 'GET /api/sso-setup',
  chooseProvider: 'PUT /api/sso-setup/provider',
  connect: 'PUT /api/sso-setup/connection',
  addDomain: 'POST /api/sso-setup/domains',
  checkDomain: 'POST /api/sso-setup/domains/:domain/check',
  removeDomain: 'DELETE /api/sso-setup/domains/:domain',
  startTest: 'POST /api/sso-setup/tests',
  readTest: 'GET /api/sso-setup/tests/:id',
  turnOnDirectory: 'POST /api/sso-setup/directory',
  finish: 'POST /api/sso-setup/finish',
};

type Input<E> = (undefined extends BodyInputOf<E> ? { body?: undefined } : { body: BodyInputOf<E> }) &
  (undefined extends ParamsOf<E> ? { params?: undefined } : { params: ParamsOf<E> });

/** The cookie of the link authenticates every call. Another tab may belong to another link, so each names its own. */
export async function callSetup<Name extends keyof Api>(
  name: Name,
  ...[input]: Record<never, never> extends Input<Api[Name]> ? [] : [input: Input<Api[Name]>]
): Promise<ResponseOf<Api[Name]>> {
  // The server validates its responses against the contract this type comes from.
  const headers = { [setupLinkHeader]: linkId() };
  return (await request(setupRoutes[name], { ...input, headers })) as ResponseOf<Api[Name]>;
}
