import { type RawBuilder, sql } from 'kysely';
import { AppError } from '#platform/http/errors';
import type { AttributeTarget, Comparison, Filter, Literal } from './parse.ts';
import type { Attribute } from './schema.ts';

type Sql = RawBuilder<unknown>;

/** How a table stores attributes. Names come from the schema, never from the request; values are parameters. */
export type Columns = {
  /** Columns by `attribute` or `attribute.sub`. */
  plain: Record<string, Sql>;
  /** Columns in lower case, which have an index. */
  folded: Record<string, Sql>;
  /** Lists in other tables: the condition for a row whose sub-attributes are in these columns. */
  lists: Record<string, { columns: Record<string, Sql>; exists(condition: Sql): Sql }>;
  /** The JSON with all other attributes. */
  json?: Sql;
};

const invalidFilter = (details: string) => new AppError('scim.invalid_filter', { values: { details } });

const isTrue = (value: Literal) => value === true || (typeof value === 'string' && value.toLowerCase() === 'true');

function compareTimes(op: Comparison, column: Sql, value: Literal): Sql {
  const time = typeof value === 'string' ? new Date(value) : undefined;
  if (!time || Number.isNaN(time.getTime())) {
    throw invalidFilter('A time must be a text such as "2026-01-31T12:00:00Z".');
  }
  const given = sql`${time.toISOString()}::timestamptz`;
  switch (op) {
    case 'eq':
      return sql`${column} = ${given}`;
    case 'ne':
      return sql`${column} <> ${given}`;
    case 'gt':
      return sql`${column} > ${given}`;
    case 'ge':
      return sql`${column} >= ${given}`;
    case 'lt':
      return sql`${column} < ${given}`;
    case 'le':
      return sql`${column} <= ${given}`;
    default:
      throw invalidFilter(`${op} is not defined for times.`);
  }
}

function compareFlags(op: Comparison, column: Sql, value: Literal): Sql {
  if (op !== 'eq' && op !== 'ne') {
    throw invalidFilter(`${op} is not defined for true and false.`);
  }
  return sql`coalesce(${column}, false) = ${(op === 'eq') === isTrue(value)}`;
}

/** Never `like`: the characters % and _ of a value have no meaning. */
function compareTexts(op: Comparison, column: Sql, value: string): Sql {
  const given = sql`${value}::text`;
  switch (op) {
    case 'eq':
      return sql`${column} = ${given}`;
    case 'ne':
      return sql`${column} is distinct from ${given}`;
    case 'co':
      return sql`position(${given} in ${column}) > 0`;
    case 'sw':
      return sql`starts_with(${column}, ${given})`;
    case 'ew':
      return sql`right(${column}, length(${given})) = ${given}`;
    case 'gt':
      return sql`${column} collate "C" > ${given}`;
    case 'ge':
      return sql`${column} collate "C" >= ${given}`;
    case 'lt':
      return sql`${column} collate "C" < ${given}`;
    case 'le':
      return sql`${column} collate "C" <= ${given}`;
  }
}

function compare(op: Comparison, attribute: Attribute, column: Sql, folded: Sql | undefined, value: Literal): Sql {
  if (value === null) {
    if (op !== 'eq' && op !== 'ne') {
      throw invalidFilter(`${op} is not defined for null.`);
    }
    return op === 'eq' ? sql`${column} is null` : sql`${column} is not null`;
  }
  if (attribute.type === 'dateTime') {
    return compareTimes(op, column, value);
  }
  if (attribute.type === 'boolean') {
    return compareFlags(op, column, value);
  }
  return attribute.isExact
    ? compareTexts(op, column, String(value))
    : compareTexts(op, folded ?? sql`lower(${column})`, String(value).toLowerCase());
}

const typed = (attribute: Attribute, text: Sql) => (attribute.type === 'boolean' ? sql`(${text})::boolean` : text);

/** The condition for a filter. Missing values make a comparison false, so that `not` makes it true. */
export function conditionOf(filter: Filter, columns: Columns): Sql {
  switch (filter.op) {
    case 'and':
      return sql`(${conditionOf(filter.left, columns)} and ${conditionOf(filter.right, columns)})`;
    case 'or':
      return sql`(${conditionOf(filter.left, columns)} or ${conditionOf(filter.right, columns)})`;
    case 'not':
      return sql`not coalesce(${conditionOf(filter.of, columns)}, false)`;
    case 'some':
      return inList(filter.target, columns, (element) => conditionOf(filter.filter, element));
    case 'always':
      return sql`true`;
    case 'never':
      return sql`false`;
    case 'pr':
      return present(filter.target, columns);
    default:
      return compared(filter, columns);
  }
}

const keyOf = ({ attribute, sub }: AttributeTarget) => (sub ? `${attribute.name}.${sub.name}` : attribute.name);

function jsonOf({ json }: Columns, { extension }: AttributeTarget): Sql {
  if (!json) {
    throw invalidFilter('This attribute cannot be used in a filter.');
  }
  return extension === undefined ? json : sql`(${json} -> ${extension}::text)`;
}

/** `element`: how the condition of one element finds the sub-attributes. */
function inList(target: AttributeTarget, columns: Columns, condition: (element: Columns) => Sql): Sql {
  const known = columns.lists[target.attribute.name];
  if (known) {
    return known.exists(condition({ plain: known.columns, folded: {}, lists: {} }));
  }
  const element = condition({ plain: {}, folded: {}, lists: {}, json: sql`e` });
  const list = sql`${jsonOf(columns, target)} -> ${target.attribute.name}::text`;
  return sql`exists (select from jsonb_array_elements(coalesce(${list}, '[]')) e where ${element})`;
}

/** An attribute of a row or of an element. */
function columnOf(target: AttributeTarget, columns: Columns): Sql {
  const plain = columns.plain[keyOf(target)];
  if (plain && target.extension === undefined) {
    return plain;
  }
  const { attribute, sub } = target;
  const path = sub ? [attribute.name, sub.name] : [attribute.name];
  return typed(sub ?? attribute, sql`(${jsonOf(columns, target)} #>> ${path}::text[])`);
}

/** A list or a complex attribute without a sub-attribute means its `value`. */
const subOf = ({ attribute, sub }: AttributeTarget) => sub ?? attribute.sub?.find(({ name }) => name === 'value');

function present(target: AttributeTarget, columns: Columns): Sql {
  const { attribute, sub } = target;
  if (attribute.isMulti) {
    return inList(target, columns, (element) =>
      sub ? sql`${columnOf({ attribute: sub }, element)} is not null` : sql`true`,
    );
  }
  return sql`${columnOf(target, columns)} is not null`;
}

function compared(filter: Filter & { op: Comparison }, columns: Columns): Sql {
  const { op, target, value } = filter;
  const { attribute } = target;
  if (attribute.isMulti) {
    const sub = subOf(target);
    if (!sub) {
      throw invalidFilter(`Compare a part of ${attribute.name}.`);
    }
    // "ne" is about the whole list: no element is equal.
    const one = op === 'ne' ? 'eq' : op;
    const found = inList(target, columns, (element) =>
      compare(one, sub, columnOf({ attribute: sub }, element), undefined, value),
    );
    return op === 'ne' ? sql`not ${found}` : found;
  }
  // A complex attribute means its `value`, such as the ID of the manager.
  const sub = attribute.type === 'complex' ? subOf(target) : undefined;
  const leaf = sub ?? attribute;
  if (leaf.type === 'complex') {
    throw invalidFilter(`Compare a part of ${attribute.name}.`);
  }
  return compare(
    op,
    leaf,
    columnOf(sub ? { ...target, sub } : target, columns),
    target.extension === undefined ? columns.folded[keyOf(target)] : undefined,
    value,
  );
}
