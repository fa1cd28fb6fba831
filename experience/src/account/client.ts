import type { accountApi } from '@postern/contracts/account/account';
import type { AnyEndpoint, BodyInputOf, ParamsOf, QueryOf, ResponseOf } from '@postern/contracts/endpoint';
import { verificationIdHeader } from '@postern/contracts/wire';
import { request } from '../platform/client.ts';
import { withToken } from './session.ts';

export type Routes<Api> = { readonly [Name in keyof Api]?: `${string} ${string}` };

/** `proof` is the id of a verification record; sensitive changes require one. */
type Input<E> = (undefined extends BodyInputOf<E> ? { body?: undefined } : { body: BodyInputOf<E> }) &
  (undefined extends ParamsOf<E> ? { params?: undefined } : { params: ParamsOf<E> }) & {
    query?: QueryOf<E>;
    proof?: string;
  };

/**
 * Calls endpoints of a contract by name, with the token of this tab. The table repeats method and path because
 * importing the contract would also bundle its schema library; a test compares the two.
 */
export function callsOf<Api extends Record<string, AnyEndpoint>>(routes: Routes<Api>) {
  return async function call<Name extends keyof Api & string>(
    name: Name,
    ...[input]: Record<never, never> extends Input<Api[Name]> ? [input?: Input<Api[Name]>] : [input: Input<Api[Name]>]
  ): Promise<ResponseOf<Api[Name]>> {
    const { body, params, query, proof } = (input ?? {}) as {
      body?: unknown;
      params?: Record<string, string>;
      query?: Record<string, string>;
      proof?: string;
    };
    const route: `${string} ${string}` = routes[name] ?? 'GET /';
    const search = query ? `?${new URLSearchParams(query)}` : '';
    const answer = await withToken((token) =>
      request(`${route}${search}`, {
        body,
        params,
        headers: { authorization: `Bearer ${token}`, ...(proof ? { [verificationIdHeader]: proof } : {}) },
      }),
    );
    // The server validates its responses against the contract this type comes from.
    return answer as ResponseOf<Api[Name]>;
  };
}

export const accountRoutes: Routes<typeof accountApi> = {
  get: 'GET /api/my-account',
  update: 'PATCH /api/my-account',
  updateProfile: 'PATCH /api/my-account/profile',
  setPassword: 'POST /api/my-account/password',
  setEmail: 'POST /api/my-account/primary-email',
  removeEmail: 'DELETE /api/my-account/primary-email',
  setPhone: 'POST /api/my-account/primary-phone',
  removePhone: 'DELETE /api/my-account/primary-phone',
};

export const callAccount = callsOf<typeof accountApi>(accountRoutes);
