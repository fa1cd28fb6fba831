import { isDeepStrictEqual } from 'node:util';
import {
  type AuthorizationDetail,
  type AuthorizationDetailsForIntrospection,
  type Client,
  errors,
  type KoaContextWithOIDC,
  type RichAuthorizationRequestsActiveConfiguration,
} from 'oidc-provider';
import type { App } from '#platform/app';
import { type DetailsType, listDetailsTypes } from './access.store.ts';
import { defaultResourceOf } from './access.ts';

/** The details become part of access tokens, which must fit in a header. */
const maxLength = 4096;
const maxDepth = 4;

/** Control characters, and marks that change the direction of the text after them. */
export const unprintable = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/** Narrowing these lists takes rights away (RFC 9396 §2.2). */
const lists = new Set(['actions', 'locations', 'datatypes', 'privileges']);

const refuse = (reason: string) => new errors.InvalidAuthorizationDetails(reason);

/** All types of a tenant by name, from the tenant cache. */
export const detailsTypes = (app: App, tenantId: string): Promise<ReadonlyMap<string, DetailsType>> =>
  app.cache.get(
    tenantId,
    'oidc-details-types',
    async () => new Map((await app.tenancy.read(tenantId, listDetailsTypes)).map((one) => [one.type, one])),
  );

/** People see these values on the consent page, so they must be readable there. */
function isReadable(value: unknown, depth = maxDepth): boolean {
  if (typeof value === 'string') {
    return !unprintable.test(value);
  }
  if (typeof value !== 'object' || value === null) {
    // A number such as 1e999 would be null in the token.
    return typeof value !== 'number' || Number.isFinite(value);
  }
  return (
    depth > 0 && Object.entries(value).every(([name, one]) => !unprintable.test(name) && isReadable(one, depth - 1))
  );
}

/** The resources of the request. The engine adds the default resource only after this check. */
async function requestedResources(app: App, tenantId: string, ctx: KoaContextWithOIDC): Promise<unknown[]> {
  const { resource } = ctx.oidc.params ?? {};
  return [resource ?? (await defaultResourceOf(app, tenantId)) ?? []].flat();
}

/** Checks one entry of a request. The engine has checked that the application may request the type. */
export async function checkDetail(
  app: App,
  tenantId: string,
  ctx: KoaContextWithOIDC,
  detail: AuthorizationDetail,
): Promise<void> {
  if (String(ctx.oidc.params?.authorization_details).length > maxLength) {
    throw refuse(`authorization_details may have at most ${maxLength} characters`);
  }
  const known = (await detailsTypes(app, tenantId)).get(detail.type);
  if (!known) {
    throw refuse('unsupported authorization details type value');
  }
  if (!(await requestedResources(app, tenantId, ctx)).includes(known.indicator)) {
    throw refuse('the request does not name the resource of the authorization details type');
  }
  const allowed = new Set(['type', ...known.fields.map(({ name }) => name)]);
  if (!Object.keys(detail).every((name) => allowed.has(name))) {
    throw refuse('the authorization details contain a field that their type does not have');
  }
  if (!isReadable(detail)) {
    throw refuse('the authorization details are nested too deeply or contain control characters');
  }
}

/**
 * Whether a token with `asked` allows no more than one with `granted`. A field that is left out, or an empty list, may
 * mean "everything" to an API, so it is not narrower.
 */
export function isWithin(asked: AuthorizationDetail, granted: AuthorizationDetail): boolean {
  const names = Object.keys(granted);
  return (
    names.length === Object.keys(asked).length &&
    names.every((name) => {
      const [wanted, given] = [asked[name], granted[name]];
      return lists.has(name) && Array.isArray(wanted) && Array.isArray(given)
        ? (wanted.length > 0 || given.length === 0) && wanted.every((one) => given.includes(one))
        : isDeepStrictEqual(wanted, given);
    })
  );
}

const requested = ({ oidc: { params } }: KoaContextWithOIDC): AuthorizationDetail[] | undefined =>
  // The engine has parsed and checked it before.
  typeof params?.authorization_details === 'string' ? JSON.parse(params.authorization_details) : undefined;

/** Without types that were removed, or that the application may no longer request. */
async function stillAllowed(app: App, tenantId: string, client: Client | undefined, details: AuthorizationDetail[]) {
  const known = await detailsTypes(app, tenantId);
  return details.flatMap((detail) => {
    const type = known.get(detail.type);
    return type && client?.authorizationDetailsTypes?.includes(detail.type) ? [{ detail, type }] : [];
  });
}

type Rules = RichAuthorizationRequestsActiveConfiguration & {
  authorizationDetailsForIntrospection: AuthorizationDetailsForIntrospection;
};

/**
 * Rich authorization requests (RFC 9396). Codes and refresh tokens keep what the user has agreed to; an access token gets
 * the entries of its resource, and the token request may narrow them. `addDetailsTypes` fills `types`.
 */
export function richAuthorizationRequests(app: App, tenantId: string) {
  return {
    enabled: true,
    types: {},
    // The consent prompt has shown these to the user of a third-party application.
    authorizationDetailsForGrantSource: (ctx) => requested(ctx),
    authorizationDetailsForAccessToken: async (ctx, token, source) => {
      const asked = requested(ctx);
      const indicator = token.resourceServer?.identifier();
      const held = await stillAllowed(app, tenantId, ctx.oidc.client, (source ? source.rar : asked) ?? []);
      const granted = held.filter(({ type }) => type.indicator === indicator).map(({ detail }) => detail);
      if (!source || !asked) {
        return granted;
      }
      if (!asked.every((one) => granted.some((other) => isWithin(one, other)))) {
        throw refuse('the authorization details exceed those of the grant');
      }
      return asked;
    },
    authorizationDetailsForIntrospection: async (ctx, token) =>
      (await stillAllowed(app, tenantId, ctx.oidc.client, token.rar ?? [])).map(({ detail }) => detail),
  } satisfies Rules;
}
