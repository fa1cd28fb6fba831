import { defaultPageSize, maxPageSize } from '@postern/contracts/fields';

type Json = Record<string, unknown>;

/** Descriptions of fields that mean the same in every contract. */
const fields: Record<string, string> = {
  customData: 'Any JSON object. The product stores it and does not read it.',
  hasPassword: 'Whether the user has a password.',
  isSuspended: 'Whether the account is suspended. A suspended user cannot sign in.',
  lastSignInAt: 'The time of the last sign-in, in milliseconds since 1970.',
  organizationRoleIds: 'IDs of roles of the organization template.',
  primaryEmail: 'The email address for signing in.',
  primaryPhone: 'The phone number for signing in: digits with the country code, without a plus sign.',
  redirectUris: 'Where the browser may return after sign-in. `*` in the host or the path stands for other text.',
  postLogoutRedirectUris:
    'Where the browser may return after sign-out. `*` in the host or the path stands for other text.',
  corsAllowedOrigins: 'Origins whose pages may call the OpenID Connect endpoints of this application.',
  tenantId: 'The ID of the tenant.',
  userIds: 'IDs of users.',
  organizationIds: 'IDs of organizations.',
  applicationIds: 'IDs of applications.',
  scopeIds: 'IDs of permissions.',
};

/** Query parameters that mean the same in every list. */
const parameters: Record<string, string> = {
  page: `The number of the page, from 1. The header Total-Number has the number of entries.`,
  page_size: `Entries per page: ${defaultPageSize} by default, at most ${maxPageSize}.`,
  sort: 'The field to sort by. A minus sign before it reverses the order.',
  search: 'Finds entries in which one of the fields matches. In the mode `like`, write `%` for any characters.',
  mode: 'How to compare: `like` (default), `exact`, `posix` or `similar_to`.',
  joint: '`or` (default): one of the searches must match. `and`: all of them.',
  jointMode: 'The same as `joint`.',
  isCaseSensitive: '`true` distinguishes upper-case from lower-case letters.',
};

const words = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** `categories` → `category`, `policies` → `policy`, `users` → `user`. */
const singular = (name: string) => name.replace(/ies$/, 'y').replace(/s$/, '');

/** `id` in `/api/sso-connectors/:id` → the ID of the sso connector; `userId` → the ID of the user. */
export function describePathParameter(name: string, path: string): string | undefined {
  const before = new RegExp(`/([a-z-]+)/:${name}(?:/|$)`).exec(path)?.[1];
  if (name === 'id' && before && before !== 'default') {
    return `The ID of the ${singular(before)
      .replaceAll('-', ' ')
      .replace(/^hook$/, 'webhook')}.`;
  }
  return /[a-z]Id$/.test(name) ? `The ID of the ${words(name.slice(0, -2))}.` : undefined;
}

export function describeQueryParameter(name: string): string | undefined {
  const field = /^(search|mode)\.(.+)$/.exec(name);
  if (field) {
    return field[1] === 'search' ? `Searches in the field ${field[2]} only.` : `The mode of search.${field[2]}.`;
  }
  if (/^(?:createdFrom|createdTo|lastSignInFrom|lastSignInTo)$/.test(name)) {
    return 'A time in milliseconds since 1970, or days ago such as `-30d`.';
  }
  return parameters[name];
}

function describeField(name: string, { type }: Json): string | undefined {
  const isTime = /[a-z]At$/.test(name) && (type === 'number' || type === 'integer');
  return fields[name] ?? (isTime ? 'A time in milliseconds since 1970.' : undefined);
}

/** Adds descriptions to the fields of a JSON schema that have none. */
export function describeFields<Value>(schema: Value): Value {
  if (Array.isArray(schema)) {
    // The entries keep their types: only descriptions are added.
    return schema.map(describeFields) as Value;
  }
  if (typeof schema !== 'object' || schema === null) {
    return schema;
  }
  const entries = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (key !== 'properties') {
      return [key, describeFields(value)];
    }
    const described = Object.entries(value as Record<string, Json>).map(([name, property]): [string, Json] => {
      const description = property.description ?? describeField(name, property);
      return [name, { ...describeFields(property), ...(description ? { description } : {}) }];
    });
    return [key, Object.fromEntries(described)];
  });
  return Object.fromEntries(entries) as Value;
}
