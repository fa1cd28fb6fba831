import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const AuthorizationDetailsTypeName = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[A-Za-z\d][\w.:/-]*$/);

const Title = z.string().trim().min(1).max(128);

/** A field that requests of the type may contain, and its name on the consent page. */
export const AuthorizationDetailsField = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(64)
    .regex(/^(?!type$)[A-Za-z][\w.-]*$/),
  title: Title,
});
export type AuthorizationDetailsField = z.infer<typeof AuthorizationDetailsField>;

/** A type of `authorization_details` (RFC 9396). It belongs to one API resource. */
export const AuthorizationDetailsType = z.strictObject({
  type: AuthorizationDetailsTypeName,
  /** What people read on the consent page. */
  title: Title,
  /** Requests with other fields are refused. */
  fields: z.array(AuthorizationDetailsField).max(30),
});
export type AuthorizationDetailsType = z.infer<typeof AuthorizationDetailsType>;

/** The places of names that are listed before. */
const repeated = (names: string[]): number[] =>
  names.flatMap((name, place) => (names.indexOf(name) < place ? [place] : []));

/** The types of an API resource. */
export const AuthorizationDetailsTypes = z
  .array(AuthorizationDetailsType)
  .max(50)
  .check(({ value: types, issues }) => {
    const report = (path: (string | number)[]) =>
      issues.push({ code: 'custom', path, message: 'Use each name only once.', input: types });
    for (const place of repeated(types.map(({ type }) => type))) {
      report([place, 'type']);
    }
    types.forEach(({ fields }, place) => {
      for (const row of repeated(fields.map(({ name }) => name))) {
        report([place, 'fields', row, 'name']);
      }
    });
  });

const common = {
  auth: { kind: 'management' },
  document: 'management',
  tag: 'Resources',
  path: '/api/resources/:id/authorization-details-types',
  params: z.object({ id: z.string() }),
} as const;

/** Not part of the wire of others. */
export const authorizationDetailsApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    summary: 'List the types of authorization details (RFC 9396) of an API resource.',
    response: z.array(AuthorizationDetailsType),
    errors: ['entity.not_exists_with_id'],
  }),
  replace: endpoint({
    ...common,
    method: 'PUT',
    summary: 'Replace the types of authorization details of an API resource. A type belongs to one API resource only.',
    body: AuthorizationDetailsTypes,
    response: z.array(AuthorizationDetailsType),
    errors: [
      'resource.cannot_modify_management_api',
      'resource.authorization_details_type_in_use',
      'entity.not_exists_with_id',
    ],
  }),
} as const;
