import type { AttributeTarget, Comparison, Filter, Literal } from './parse.ts';
import type { Attribute } from './schema.ts';

type Element = Readonly<Record<string, unknown>>;

const isPresent = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

const isTrue = (value: unknown) => value === true || (typeof value === 'string' && value.toLowerCase() === 'true');

const compareTexts: Record<Exclude<Comparison, 'ne'>, (one: string, other: string) => boolean> = {
  eq: (one, other) => one === other,
  co: (one, other) => one.includes(other),
  sw: (one, other) => one.startsWith(other),
  ew: (one, other) => one.endsWith(other),
  gt: (one, other) => one > other,
  ge: (one, other) => one >= other,
  lt: (one, other) => one < other,
  le: (one, other) => one <= other,
};

function compare(op: Comparison, attribute: Attribute, found: unknown, value: Literal): boolean {
  if (op === 'ne') {
    return !compare('eq', attribute, found, value);
  }
  if (value === null) {
    return op === 'eq' && !isPresent(found);
  }
  if (attribute.type === 'boolean') {
    return op === 'eq' && isTrue(found ?? false) === isTrue(value);
  }
  if (typeof found !== 'string') {
    return false;
  }
  const [one, other] = attribute.isExact ? [found, String(value)] : [found.toLowerCase(), String(value).toLowerCase()];
  return compareTexts[op](one, other);
}

const partOf = (element: Element, { attribute, sub }: AttributeTarget) => {
  const value = element[attribute.name];
  return sub && typeof value === 'object' && value !== null ? (value as Element)[sub.name] : value;
};

/** Whether an element of a list matches the filter in brackets of a path. */
export function matches(element: Element, filter: Filter): boolean {
  switch (filter.op) {
    case 'and':
      return matches(element, filter.left) && matches(element, filter.right);
    case 'or':
      return matches(element, filter.left) || matches(element, filter.right);
    case 'not':
      return !matches(element, filter.of);
    case 'pr':
      return isPresent(partOf(element, filter.target));
    case 'always':
      return true;
    case 'never':
    case 'some':
      // Elements of lists contain no lists.
      return false;
    default:
      return compare(
        filter.op,
        filter.target.sub ?? filter.target.attribute,
        partOf(element, filter.target),
        filter.value,
      );
  }
}
