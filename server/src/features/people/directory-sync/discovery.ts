import { type Attribute, enterpriseAttributes, groupAttributes, schemaIds, userAttributes } from './schema.ts';

/** Limits that clients can read. */
export const scimLimits = { maxResults: 200, maxOperations: 500, maxPayloadSize: 1_048_576 };

/** RFC 7643 §5. */
export const serviceProviderConfig = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: true, maxOperations: scimLimits.maxOperations, maxPayloadSize: scimLimits.maxPayloadSize },
  filter: { supported: true, maxResults: scimLimits.maxResults },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token of the SSO connector, sent as a bearer token.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

const resourceType = (base: string, name: string, endpoint: string, schema: string, extensions: string[] = []) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  endpoint,
  schema,
  ...(extensions.length > 0 ? { schemaExtensions: extensions.map((one) => ({ schema: one, required: false })) } : {}),
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
});

/** RFC 7643 §6. */
export const resourceTypes = (base: string) => [
  resourceType(base, 'User', '/Users', schemaIds.user, [schemaIds.enterprise]),
  resourceType(base, 'Group', '/Groups', schemaIds.group),
];

const describe = (attribute: Attribute): object => ({
  name: attribute.name,
  type: attribute.type,
  multiValued: attribute.isMulti === true,
  required: attribute.isRequired === true,
  caseExact: attribute.isExact === true,
  mutability: attribute.isReadOnly ? 'readOnly' : 'readWrite',
  returned: attribute.isOnRequest ? 'request' : 'default',
  uniqueness: attribute.isUnique ? 'server' : 'none',
  ...(attribute.canonicalValues ? { canonicalValues: attribute.canonicalValues } : {}),
  ...(attribute.referenceTypes ? { referenceTypes: attribute.referenceTypes } : {}),
  ...(attribute.sub ? { subAttributes: attribute.sub.map(describe) } : {}),
});

const schema = (base: string, id: string, name: string, attributes: readonly Attribute[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  attributes: attributes.map(describe),
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
});

/** RFC 7643 §7. */
export const schemas = (base: string) => [
  schema(base, schemaIds.user, 'User', userAttributes),
  schema(base, schemaIds.group, 'Group', groupAttributes),
  schema(base, schemaIds.enterprise, 'EnterpriseUser', enterpriseAttributes),
];

/** Everything that is not split into pages. */
export const listOf = (resources: readonly object[], totalResults = resources.length, startIndex = 1) => ({
  schemas: [schemaIds.list],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});
