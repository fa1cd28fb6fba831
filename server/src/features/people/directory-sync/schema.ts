/** The attributes of RFC 7643 that are kept. They drive reading, filters, PATCH paths and `/Schemas`. */
export type Attribute = {
  name: string;
  /** `any`: an attribute of an extension that the server does not know; its values are kept as they are. */
  type: 'string' | 'boolean' | 'complex' | 'reference' | 'dateTime' | 'any';
  isMulti?: true;
  /** Compared with case; names and most texts are not. */
  isExact?: true;
  isRequired?: true;
  isUnique?: true;
  isReadOnly?: true;
  /** Returned only if a request names it (RFC 7643 §2.4, `returned`). */
  isOnRequest?: true;
  canonicalValues?: readonly string[];
  /** What a reference leads to (RFC 7643 §7): resource types, `external` or `uri`. */
  referenceTypes?: readonly string[];
  sub?: readonly Attribute[];
};

export const schemaIds = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  enterprise: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  search: 'urn:ietf:params:scim:api:messages:2.0:SearchRequest',
  bulkRequest: 'urn:ietf:params:scim:api:messages:2.0:BulkRequest',
  bulkResponse: 'urn:ietf:params:scim:api:messages:2.0:BulkResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const;

const text = (name: string, more: Partial<Attribute> = {}): Attribute => ({ name, type: 'string', ...more });
const texts = (...names: string[]) => names.map((name) => text(name));
const link = (name: string, ...referenceTypes: string[]): Attribute => ({
  name,
  type: 'reference',
  isExact: true,
  referenceTypes,
});
const flag = (name: string): Attribute => ({ name, type: 'boolean' });
const complex = (name: string, sub: readonly Attribute[], more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'complex',
  sub,
  ...more,
});
const values = (name: string, value: Attribute = text('value')) =>
  complex(name, [value, ...texts('display', 'type'), flag('primary')], { isMulti: true });

/** Attributes that every resource has (RFC 7643 §3.1). The server sets `id` and `meta`. */
const common: readonly Attribute[] = [
  text('id', { isExact: true, isReadOnly: true }),
  text('externalId', { isExact: true }),
  complex(
    'meta',
    [
      text('resourceType', { isExact: true }),
      { name: 'created', type: 'dateTime' },
      { name: 'lastModified', type: 'dateTime' },
      link('location', 'uri'),
      text('version', { isExact: true }),
    ],
    { isReadOnly: true },
  ),
];

/** RFC 7643 §4.1, without `password` and certificates: people sign in at the identity provider. */
export const userAttributes: readonly Attribute[] = [
  text('userName', { isRequired: true, isUnique: true }),
  complex('name', texts('formatted', 'familyName', 'givenName', 'middleName', 'honorificPrefix', 'honorificSuffix')),
  ...texts('displayName', 'nickName'),
  link('profileUrl', 'external'),
  ...texts('title', 'userType', 'preferredLanguage', 'locale', 'timezone'),
  flag('active'),
  values('emails'),
  values('phoneNumbers'),
  values('ims'),
  values('photos', link('value', 'external')),
  complex(
    'addresses',
    [...texts('formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country', 'type'), flag('primary')],
    { isMulti: true },
  ),
  complex('groups', [text('value', { isExact: true }), link('$ref', 'Group'), ...texts('display', 'type')], {
    isMulti: true,
    isReadOnly: true,
  }),
  values('entitlements'),
  values('roles'),
];

/** RFC 7643 §4.3. */
export const enterpriseAttributes: readonly Attribute[] = [
  ...texts('employeeNumber', 'costCenter', 'organization', 'division', 'department'),
  complex('manager', [text('value', { isExact: true }), link('$ref', 'User'), text('displayName')]),
];

/** RFC 7643 §4.2. */
export const groupAttributes: readonly Attribute[] = [
  text('displayName', { isRequired: true }),
  complex(
    'members',
    [
      text('value', { isExact: true }),
      link('$ref', 'User'),
      // The server knows the name of a member, and returns it only if the request names it.
      text('display', { isReadOnly: true, isOnRequest: true }),
      text('type', { canonicalValues: ['User'] }),
    ],
    { isMulti: true },
  ),
];

/** A kind of resource: its own schema, and the extension whose attributes are in a part of their own. */
export type Schema = {
  id: string;
  name: 'User' | 'Group';
  attributes: readonly Attribute[];
  extension?: { id: string; attributes: readonly Attribute[] };
  /** Whether extensions that the server does not know are kept, each in a part of its own. */
  keepsOthers?: true;
};

export const isUrn = (name: string): boolean => /^urn:[\w.:-]+$/i.test(name);

/** Names of attributes (RFC 7643 §2.1). */
export const isAttributeName = (name: string): boolean => /^[a-z$][\w$-]{0,127}$/i.test(name);

/** Whether it can be the name of an extension that the server does not know. */
export const isOther = (schema: Schema, name: string): boolean =>
  schema.keepsOthers === true &&
  isUrn(name) &&
  !/^urn:ietf:params:scim:(?:schemas:core|api):/i.test(name) &&
  name.toLowerCase() !== schema.extension?.id.toLowerCase();

export const userSchema: Schema = {
  id: schemaIds.user,
  name: 'User',
  attributes: [...common, ...userAttributes],
  extension: { id: schemaIds.enterprise, attributes: enterpriseAttributes },
  keepsOthers: true,
};
export const groupSchema: Schema = {
  id: schemaIds.group,
  name: 'Group',
  attributes: [...common, ...groupAttributes],
};

/** Names are compared without case (RFC 7643 §2.1). */
export function findAttribute(attributes: readonly Attribute[] | undefined, name: string): Attribute | undefined {
  const wanted = name.toLowerCase();
  return attributes?.find((one) => one.name.toLowerCase() === wanted);
}
