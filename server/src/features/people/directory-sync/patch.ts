import { AppError } from '#platform/http/errors';
import { matches } from './match.ts';
import { type Filter, type Path, parsePath } from './parse.ts';
import {
  invalidValue,
  isObject,
  type Resource,
  readElement,
  readOpen,
  readValue,
  withOnePrimary,
} from './read-resource.ts';
import type { Attribute, Schema } from './schema.ts';

export type Operation = { op: 'add' | 'replace' | 'remove'; path?: Path; value?: unknown };

const maxOperations = 1000;
const kinds = ['add', 'replace', 'remove'] as const;
const invalidSyntax = (details: string) => new AppError('scim.invalid_syntax', { values: { details } });
const noTarget = () => new AppError('scim.no_target');

function requireWritable({ attribute, sub }: Path): void {
  const fixed = [attribute, sub].find((one) => one?.isReadOnly);
  if (fixed) {
    throw new AppError('scim.mutability', { values: { name: fixed.name } });
  }
}

/** Unknown attributes in a whole resource are ignored, as in POST. In the path of an operation they are an error. */
function findPath(name: string, schema: Schema): Path | undefined {
  try {
    return parsePath(name, schema);
  } catch (error) {
    if (error instanceof AppError) {
      return undefined;
    }
    throw error;
  }
}

/** An operation without a path is one operation per key, and each key may be a path (Entra ID). */
function withoutPath(op: Operation['op'], value: unknown, schema: Schema): Operation[] {
  if (op === 'remove') {
    throw new AppError('scim.no_target');
  }
  if (!isObject(value)) {
    throw invalidValue('An operation without a path needs an object as its value.');
  }
  return Object.entries(value).flatMap(([name, part]) => {
    if (name.toLowerCase() === 'schemas') {
      return [];
    }
    const path = findPath(name, schema);
    // Clients send the whole resource back, with what the server has set.
    return !path || path.attribute?.isReadOnly ? [] : [{ op, path, value: part }];
  });
}

/** The operations of the body of PATCH. Entra ID writes "Add" with a capital letter. */
export function readOperations(body: unknown, schema: Schema): Operation[] {
  const given = isObject(body) ? (body.Operations ?? body.operations) : undefined;
  if (!Array.isArray(given) || given.length === 0) {
    throw invalidSyntax('Operations must be a list with at least one element.');
  }
  if (given.length > maxOperations) {
    throw new AppError('scim.too_many', { values: { max: maxOperations } });
  }
  return given.flatMap((one: unknown) => {
    const op = isObject(one) && typeof one.op === 'string' ? one.op.toLowerCase() : undefined;
    const kind = kinds.find((known) => known === op);
    if (!isObject(one) || !kind) {
      throw invalidSyntax('op must be add, replace or remove.');
    }
    if (one.path === undefined || one.path === null || one.path === '') {
      return withoutPath(kind, one.value, schema);
    }
    if (typeof one.path !== 'string') {
      throw new AppError('scim.invalid_path', { values: { details: 'path must be a text.' } });
    }
    const path = parsePath(one.path, schema);
    requireWritable(path);
    return [{ op: kind, path, value: one.value }];
  });
}

/** Sets or removes a key; objects without keys are removed by the caller. */
const withKey = (resource: Resource, name: string, value: unknown): Resource => {
  const { [name]: _old, ...rest } = resource;
  return value === undefined ? rest : { ...rest, [name]: value };
};

const elementsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const asObject = (value: unknown): Resource => (isObject(value) ? value : {});
const orNothing = (value: Resource) => (Object.keys(value).length > 0 ? value : undefined);

/** Elements are the same if they have the same `value`, or are equal. */
const isSame = (one: unknown, other: unknown) =>
  isObject(one) && isObject(other) && one.value !== undefined
    ? one.value === other.value && one.type === other.type
    : JSON.stringify(one) === JSON.stringify(other);

function addElements(old: unknown[], added: unknown[]): unknown[] {
  const kept = old.filter((one) => !added.some((other) => isSame(one, other)));
  return withOnePrimary([...kept, ...added]);
}

/** The values that `attr eq "value"` comparisons of a filter describe, for an element that does not exist yet. */
function describedBy(filter: Filter): Resource | undefined {
  if (filter.op === 'eq' && !filter.target.sub) {
    return { [filter.target.attribute.name]: filter.value };
  }
  if (filter.op !== 'and') {
    return undefined;
  }
  const [left, right] = [describedBy(filter.left), describedBy(filter.right)];
  return left && right ? { ...left, ...right } : undefined;
}

function changeElement(attribute: Attribute, element: unknown, { op, path, value }: Operation): unknown {
  const old = asObject(element);
  if (path?.sub) {
    return orNothing(withKey(old, path.sub.name, op === 'remove' ? undefined : readElement(path.sub, value)));
  }
  if (op === 'remove') {
    return undefined;
  }
  const read = asObject(readElement(attribute, value));
  return orNothing(op === 'add' ? { ...old, ...read } : read);
}

/** `emails[type eq "work"].value`: changes the matching elements; adds one if none matches, as Entra ID expects. */
function changeMatching(attribute: Attribute, old: unknown[], operation: Operation, filter: Filter): unknown[] {
  const isMatch = (one: unknown) => isObject(one) && matches(one, filter);
  if (old.some(isMatch)) {
    const changed = old.map((one) => (isMatch(one) ? changeElement(attribute, one, operation) : one));
    return withOnePrimary(changed.filter((one) => one !== undefined));
  }
  if (operation.op === 'remove') {
    return old;
  }
  const described = describedBy(filter);
  if (!described) {
    throw noTarget();
  }
  const added = changeElement(attribute, readElement(attribute, described), { ...operation, op: 'add' });
  return added === undefined ? old : withOnePrimary([...old, added]);
}

/** The `remove` of a list names elements in its value instead of a filter (Entra ID, older clients). */
function removeNamed(attribute: Attribute, old: unknown[], value: unknown): unknown[] {
  const named = elementsOf(readValue(attribute, value));
  return old.filter((one) => !named.some((other) => isObject(one) && isObject(other) && one.value === other.value));
}

function changeList(attribute: Attribute, old: unknown[], operation: Operation): unknown[] {
  const { op, path, value } = operation;
  if (path?.filter) {
    return changeMatching(attribute, old, operation, path.filter);
  }
  if (path?.sub) {
    return old.map((one) => changeElement(attribute, one, operation)).filter((one) => one !== undefined);
  }
  if (op === 'remove') {
    return value === undefined || value === null ? [] : removeNamed(attribute, old, value);
  }
  const read = elementsOf(readValue(attribute, value));
  return op === 'add' ? addElements(old, read) : read;
}

function changeAttribute(attribute: Attribute, old: unknown, operation: Operation): unknown {
  const { op, path, value } = operation;
  if (attribute.isMulti) {
    const elements = changeList(attribute, elementsOf(old), operation);
    return elements.length > 0 ? elements : undefined;
  }
  if (path?.sub) {
    const part = op === 'remove' ? undefined : readElement(path.sub, value);
    return orNothing(withKey(asObject(old), path.sub.name, part));
  }
  if (op === 'remove') {
    return undefined;
  }
  if (attribute.type === 'any' && op === 'add' && Array.isArray(old)) {
    return addElements(old, Array.isArray(value) ? value : [value]);
  }
  const read = readValue(attribute, value);
  // Complex values are merged (RFC 7644 §3.5.2.1 and §3.5.2.3).
  return attribute.type === 'complex' && isObject(value) ? orNothing({ ...asObject(old), ...asObject(read) }) : read;
}

/** The name under which a resource has a part, which may differ in case from the one in the path. */
const partName = (resource: Resource, extension: string) =>
  Object.keys(resource).find((name) => name.toLowerCase() === extension.toLowerCase()) ?? extension;

/** A whole part from the value of an operation; attributes that it does not mention stay with `add`. */
function mergePart(known: Schema['extension'], part: Resource, { op, value }: Operation, id: string): Resource {
  if (!isObject(value)) {
    throw invalidValue(`${id} must be an object.`);
  }
  const start = op === 'add' ? part : {};
  if (known?.id !== id) {
    return { ...start, ...readOpen(value) };
  }
  return known.attributes.reduce((all, one) => {
    const name = Object.keys(value).find((key) => key.toLowerCase() === one.name.toLowerCase());
    return name === undefined
      ? all
      : withKey(all, one.name, changeAttribute(one, all[one.name], { op: 'replace', value: value[name] }));
  }, start);
}

function changeExtension(schema: Schema, resource: Resource, operation: Operation, extension: string): Resource {
  const id = partName(resource, extension);
  const part = asObject(resource[id]);
  const { attribute } = operation.path ?? {};
  if (attribute) {
    const changed = withKey(part, attribute.name, changeAttribute(attribute, part[attribute.name], operation));
    return withKey(resource, id, orNothing(changed));
  }
  return operation.op === 'remove'
    ? withKey(resource, id, undefined)
    : withKey(resource, id, orNothing(mergePart(schema.extension, part, operation, id)));
}

/** The resource after the operations, which are applied in order. Never changes its argument. */
export function applyOperations(schema: Schema, resource: Resource, operations: readonly Operation[]): Resource {
  return operations.reduce((current, operation) => {
    const { attribute, extension } = operation.path ?? {};
    if (extension !== undefined) {
      return changeExtension(schema, current, operation, extension);
    }
    if (!attribute) {
      throw noTarget();
    }
    return withKey(current, attribute.name, changeAttribute(attribute, current[attribute.name], operation));
  }, resource);
}
