import { AppError } from '#platform/http/errors';
import { type Attribute, findAttribute, isAttributeName, isOther, type Schema, schemaIds } from './schema.ts';

/** Attributes of a resource by their exact names. */
export type Resource = Record<string, unknown>;

/** Per text and per list; a whole resource is limited by its length in JSON. */
const limits = { text: 4096, list: 200, resource: 65_536 };

export const invalidValue = (details: string) => new AppError('scim.invalid_value', { values: { details } });

export const isObject = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readText({ name }: Attribute, value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof text !== 'string') {
    throw invalidValue(`${name} must be a text.`);
  }
  if (text.length > limits.text) {
    throw invalidValue(`${name} is longer than ${limits.text} characters.`);
  }
  return text;
}

/** Entra ID sends "True" and "False" as texts. */
function readFlag({ name }: Attribute, value: unknown): boolean {
  const word = typeof value === 'string' ? value.toLowerCase() : value;
  if (word === true || word === 'true') {
    return true;
  }
  if (word === false || word === 'false') {
    return false;
  }
  throw invalidValue(`${name} must be true or false.`);
}

function readComplex(attribute: Attribute, value: unknown): Resource | undefined {
  // A plain value stands for its `value`: Entra ID sends the manager this way.
  const given = isObject(value) ? value : findAttribute(attribute.sub, 'value') ? { value } : undefined;
  if (!given) {
    throw invalidValue(`${attribute.name} must be an object.`);
  }
  const read = readAttributes(attribute.sub ?? [], given);
  return Object.keys(read).length > 0 ? read : undefined;
}

/** Lists of objects are the deepest values that attributes have (RFC 7643 §2.3.8). */
function readAny({ name }: Attribute, value: unknown, depth = 3): unknown {
  const isNested = typeof value === 'object' && value !== null;
  if (isNested && depth === 0) {
    throw invalidValue(`${name} is nested too deeply.`);
  }
  for (const part of isNested ? Object.values(value) : []) {
    readAny({ name, type: 'any' }, part, depth - 1);
  }
  return value;
}

/** The parts of a resource whose schemas the server does not know. */
function readOthers(schema: Schema, body: Resource): Resource {
  const read = Object.entries(body).flatMap(([name, value]) => {
    const part = isOther(schema, name) && isObject(value) ? readOpen(value) : {};
    return Object.keys(part).length > 0 ? [[name, part] as const] : [];
  });
  return Object.fromEntries(read);
}

/** The attributes of an extension that the server does not know. */
export function readOpen(value: Resource): Resource {
  const read = Object.entries(value).flatMap(([name, one]) => {
    const element = isAttributeName(name) ? readElement({ name, type: 'any' }, one) : undefined;
    return element === undefined ? [] : [[name, element] as const];
  });
  return Object.fromEntries(read);
}

const isUnassigned = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** One value of an attribute: an element if the attribute is a list. Undefined if nothing is assigned. */
export function readElement(attribute: Attribute, value: unknown): unknown {
  if (isUnassigned(value)) {
    return undefined;
  }
  switch (attribute.type) {
    case 'boolean':
      return readFlag(attribute, value);
    case 'complex':
      return readComplex(attribute, value);
    case 'any':
      return readAny(attribute, value);
    default:
      return readText(attribute, value);
  }
}

/** Only one element is primary (RFC 7643 §2.4); the last one that claims it. */
export function withOnePrimary(elements: readonly unknown[]): unknown[] {
  const last = elements.findLastIndex((one) => isObject(one) && one.primary === true);
  return elements.map((one, index) =>
    isObject(one) && one.primary === true && index !== last ? { ...one, primary: false } : one,
  );
}

export function readValue(attribute: Attribute, value: unknown): unknown {
  if (!attribute.isMulti) {
    return readElement(
      attribute,
      attribute.type !== 'any' && Array.isArray(value) && value.length === 1 ? value[0] : value,
    );
  }
  const given = Array.isArray(value) ? value : [value];
  if (given.length > limits.list && attribute.name !== 'members') {
    throw invalidValue(`${attribute.name} has more than ${limits.list} elements.`);
  }
  const elements = given.map((one) => readElement(attribute, one)).filter((one) => one !== undefined);
  return elements.length > 0 ? withOnePrimary(elements) : undefined;
}

/** Unknown attributes, and those that the server sets, are ignored (RFC 7644 §3.3, §3.5.1). */
function readAttributes(attributes: readonly Attribute[], given: Resource): Resource {
  const read = Object.entries(given).flatMap(([name, value]) => {
    const attribute = findAttribute(attributes, name);
    const known = attribute && !attribute.isReadOnly ? readValue(attribute, value) : undefined;
    return attribute && known !== undefined ? [[attribute.name, known] as const] : [];
  });
  return Object.fromEntries(read);
}

/** Throws if a changed resource lacks a required attribute, or is too large. */
export function checkResource(schema: Schema, resource: Resource): Resource {
  const missing = schema.attributes.find(({ name, isRequired }) => isRequired && resource[name] === undefined);
  if (missing) {
    throw invalidValue(`${missing.name} is required.`);
  }
  const { members: _members, ...rest } = resource;
  if (JSON.stringify(rest).length > limits.resource) {
    throw invalidValue(`The resource has more than ${limits.resource} characters.`);
  }
  return resource;
}

/** A resource from the body of POST or PUT. */
export function readResource(schema: Schema, body: unknown): Resource {
  if (!isObject(body)) {
    throw new AppError('scim.invalid_syntax', { values: { details: 'The body must be a JSON object.' } });
  }
  const { schemas } = body;
  const isOther =
    Array.isArray(schemas) &&
    schemas.length > 0 &&
    !schemas.some((one) => String(one).toLowerCase() === schema.id.toLowerCase());
  if (isOther) {
    throw new AppError('scim.invalid_syntax', { values: { details: `schemas must contain ${schema.id}.` } });
  }
  const resource = readAttributes(schema.attributes, body);
  const part = Object.entries(body).find(([name]) => name.toLowerCase() === schema.extension?.id.toLowerCase())?.[1];
  const extension = schema.extension && isObject(part) ? readAttributes(schema.extension.attributes, part) : {};
  return checkResource(schema, {
    ...resource,
    ...readOthers(schema, body),
    ...(Object.keys(extension).length > 0 ? { [schemaIds.enterprise]: extension } : {}),
  });
}
