import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { QuotaUse } from './quota.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call. `route()` enforces it, OpenAPI documents it, and the sweep test attacks it. */
export type Auth =
  | { kind: 'none' }
  /** A token for the tenant's management API, or on `/m/{tenantId}` an organization token of that tenant. */
  | { kind: 'management' }
  /** A console user's token for the me API. */
  | { kind: 'me' }
  /** A console user's token for the cloud API. */
  | {
      kind: 'cloud';
      scope?: string;
      /** Also accepts an organization token of a tenant with this permission. */
      orTenant?: string;
    }
  /** The same token of an operator, who must currently be a member of the admin tenant. */
  | { kind: 'operator' }
  /** An organization token for `t-{tenantId}`, where tenantId is the path parameter `id`. */
  | { kind: 'tenant'; scope?: string }
  /** A user's own token for the account API: opaque, without a resource, with the scope openid. */
  | {
      kind: 'account';
      /** A read that consent does not cover: third-party applications are rejected, as for every change. */
      firstParty?: true;
      /** Also available if the tenant's account center is off. */
      withoutCenter?: true;
    }
  /** The signed cookie of a running sign-in. */
  | { kind: 'interaction' }
  /** The cookie of an opened set-up link. The entrance needs none: it exchanges the secret of the link for the cookie. */
  | { kind: 'setup'; isEntrance?: true };

/** `always`: page 1 by default. `optional`: the whole list if neither page nor page_size is given. */
export type Paging = 'always' | 'optional';

export type Document = 'management' | 'experience' | 'user' | 'cloud' | 'me';

type Schema = z.ZodType;

export type Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Response extends Schema = Schema,
> = {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly auth: Auth;
  readonly document: Document;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly response?: Response;
  /** The body is a form (multipart/form-data) with a single part `file`. */
  readonly upload?: true;
  /** The body is a raw file of one of these content types; the handler reads it as a stream. */
  readonly rawBody?: readonly string[];
  /** The response is a streamed file of one of these content types. */
  readonly file?: readonly string[];
  /** Requires the header with a fresh proof of the caller's identity. */
  readonly proof?: true;
  /** Success statuses; the first is the usual one. Default 200, or 204 without a response. */
  readonly status?: readonly number[];
  readonly paged?: Paging;
  /**
   * Properties with secrets, at any depth of the response. Callers who may only read get them empty; of a `url` they
   * get the origin.
   */
  readonly withheld?: readonly string[];
  /** Changes no data, so callers who may only read may call it although it is not a GET. */
  readonly isForReaders?: true;
  /** A read that callers who may only read are refused, because the whole response is a secret. */
  readonly needsWrite?: true;
  /** Limits of the tenant's plan that apply; `route()` rejects requests that exceed them. */
  readonly quota?: readonly QuotaUse[];
  readonly errors?: readonly ErrorCode[];
  /** Errors with another status than that of the table, by status. */
  readonly otherStatuses?: Readonly<Record<number, readonly ErrorCode[]>>;
};

/**
 * Defined once per operation: the server validates with it, the browser calls with it, OpenAPI is generated from it.
 */
export function endpoint<
  Params extends Schema = z.ZodUndefined,
  Query extends Schema = z.ZodUndefined,
  Body extends Schema = z.ZodUndefined,
  Response extends Schema = z.ZodUndefined,
>(definition: Endpoint<Params, Query, Body, Response>): Endpoint<Params, Query, Body, Response> {
  return definition;
}

// biome-ignore lint/suspicious/noExplicitAny: stands for every endpoint; each field is narrowed where it is read
export type AnyEndpoint = Endpoint<any, any, any, any>;

export type ParamsOf<E> = E extends Endpoint<infer P, Schema, Schema, Schema> ? z.output<P> : never;
export type QueryOf<E> = E extends Endpoint<Schema, infer Q, Schema, Schema> ? z.output<Q> : never;
export type BodyOf<E> = E extends Endpoint<Schema, Schema, infer B, Schema> ? z.output<B> : never;
export type BodyInputOf<E> = E extends Endpoint<Schema, Schema, infer B, Schema> ? z.input<B> : never;
export type ResponseOf<E> = E extends Endpoint<Schema, Schema, Schema, infer R> ? z.output<R> : never;

export function statusOf(definition: AnyEndpoint): number {
  return definition.status?.[0] ?? (definition.response || definition.file ? 200 : 204);
}

/** Fills `:name` parts of a path; the only place that builds URLs from a contract. */
export function pathOf(definition: Pick<AnyEndpoint, 'path'>, params: Record<string, string> = {}): string {
  return definition.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) {
      throw new Error(`${definition.path} needs ${name}`);
    }
    return encodeURIComponent(value);
  });
}
