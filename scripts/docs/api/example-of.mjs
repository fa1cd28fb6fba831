// Example values for a JSON schema of a contract. `api.test.mjs` checks that the contracts accept them.

/** By name of the field, for strings. */
const texts = {
  email: 'ada@example.com',
  primaryEmail: 'ada@example.com',
  invitee: 'ada@example.com',
  phone: '12025550123',
  primaryPhone: '12025550123',
  username: 'ada',
  name: 'Example',
  password: 'correct horse battery staple',
  avatar: 'https://example.com/ada.png',
  description: 'An example',
  indicator: 'https://api.example.com',
  domain: 'id.example.com',
  url: 'https://example.com/hook',
  redirectUri: 'https://app.example.com/callback',
  locale: 'en',
  language: 'en',
  languageTag: 'en',
  connectorId: 'smtp',
  verificationCode: '123456',
  code: '123456',
  script: 'const getCustomJwtClaims = async () => ({});',
};

/** By pattern of the contract, for fields without an example of their own. */
const patterns = [
  [/^\^#/, '#4f46e5'],
  [/@/, 'ada@example.com'],
  [/\[0-9a-fA-F\]\{8\}/, '6f1c2d3e-4a5b-4c6d-8e7f-9a0b1c2d3e4f'],
  [/\)T\(/, '2026-11-01T09:00:00Z'],
  [/02-29/, '2026-11-01'],
  [/^\^\(19/, '2026-11-01'],
  [/\\p\{L\}/, 'example.com'],
  [/\\d/, '12'],
];

/** Optional fields that make an example useful. All others are left out. */
const shownWhenOptional = new Set([
  ...['primaryEmail', 'username', 'name', 'description', 'password', 'avatar', 'customData', 'isSuspended', 'config'],
]);

const longEnough = (text, { minLength = 0, maxLength = Number.POSITIVE_INFINITY }) =>
  text.padEnd(minLength, 'x').slice(0, maxLength);

function textFor(schema, name) {
  const { pattern } = schema;
  const own = texts[name] ?? (/(?:Uri|Url|Endpoint|^issuer)$/.test(name) ? 'https://example.com' : undefined);
  if (own !== undefined && (!pattern || new RegExp(pattern, 'u').test(own))) return longEnough(own, schema);
  const known = pattern && patterns.find(([part]) => part.test(pattern))?.[1];
  if (known !== undefined && new RegExp(pattern, 'u').test(known)) return known;
  return longEnough(/Id$|^id$/.test(name) ? 'x1y2z3' : 'example', schema);
}

function numberFor({ minimum = 0, maximum = Number.POSITIVE_INFINITY }) {
  return Math.min(Math.max(minimum, 1), maximum);
}

function objectFor({ properties = {}, required = [] }) {
  const names = Object.keys(properties).filter((name) => required.includes(name) || shownWhenOptional.has(name));
  // A change without fields changes nothing, so an example shows at least one.
  const shown = names.length > 0 ? names : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(shown.map((name) => [name, exampleOf(properties[name], name)]));
}

export function exampleOf(schema, name = '') {
  const variants = schema.oneOf ?? schema.anyOf;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (variants) return exampleOf(variants[0], name);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, name)));
  switch (schema.type) {
    case 'object':
      return objectFor(schema);
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => exampleOf(schema.items ?? {}, name));
    case 'integer':
    case 'number':
      return numberFor(schema);
    case 'boolean':
      return true;
    case 'string':
      return textFor(schema, name.replace(/s$/, ''));
    default:
      return schema.nullable ? null : {};
  }
}
