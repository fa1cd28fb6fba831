import { AppError } from '#platform/http/errors';
import { type Attribute, findAttribute, isAttributeName, isOther, type Schema } from './schema.ts';

const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Comparison = (typeof comparisons)[number];
export type Literal = string | number | boolean | null;

/** A resolved attribute. `extension`: the part that it is in. Without `attribute`: that whole part. */
type Target = { extension?: string; attribute?: Attribute; sub?: Attribute };
export type AttributeTarget = Target & { attribute: Attribute };
/** `isForeign`: only another kind of resource has the attribute. */
type Found = AttributeTarget & { isForeign?: true };

export type Filter =
  | { op: 'and' | 'or'; left: Filter; right: Filter }
  | { op: 'not'; of: Filter }
  | { op: 'pr'; target: AttributeTarget }
  | { op: Comparison; target: AttributeTarget; value: Literal }
  /** One element of a list matches: `emails[type eq "work"]`. */
  | { op: 'some'; target: AttributeTarget; filter: Filter }
  /** The same for all resources of a kind: they do not have the attribute. */
  | { op: 'always' | 'never' };

/** The target of a PATCH operation (RFC 7644 §3.5.2). */
export type Path = Target & { filter?: Filter };

/** Long or deep filters are refused before they cost anything. */
export const filterLimits = { length: 2048, depth: 16, parts: 60 };

type Token = { kind: 'word' | 'text' | 'number' | 'sign'; text: string };
type Refuse = (details: string) => AppError;

const invalidFilter: Refuse = (details) => new AppError('scim.invalid_filter', { values: { details } });
const invalidPath: Refuse = (details) => new AppError('scim.invalid_path', { values: { details } });

// Each alternative starts with another character, so the pattern never backtracks far. A name may have the URN of its
// schema before it, which contains a dot.
const tokenPattern =
  /\s+|(?<sign>[()[\].])|(?<text>"(?:[^"\\]|\\.)*")|(?<number>-?\d+(?:\.\d+)?)|(?<word>(?:urn:(?:[\w-]+:)+\d+\.\d+:)?[A-Za-z$][\w$:-]*)/iy;

function tokenize(given: string, refuse: Refuse): Token[] {
  if (given.length > filterLimits.length) {
    throw refuse(`The text is longer than ${filterLimits.length} characters.`);
  }
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < given.length) {
    const at = tokenPattern.lastIndex;
    const match = tokenPattern.exec(given);
    if (!match) {
      throw refuse(`Unexpected character at position ${at + 1}.`);
    }
    const [kind, text] = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined) ?? [];
    if (kind && text !== undefined) {
      tokens.push({ kind: kind as Token['kind'], text });
    }
  }
  return tokens;
}

/** A recursive parser for filters and paths (RFC 7644 §3.4.2.2 and §3.5.2). */
function createParser(given: string, schema: Schema, refuse: Refuse, others: readonly Schema[] = []) {
  const tokens = tokenize(given, refuse);
  const prefix = `${schema.id.toLowerCase()}:`;
  const extensionId = schema.extension?.id.toLowerCase();
  let at = 0;
  let depth = 0;
  let parts = 0;

  const peek = () => tokens[at];
  const isSign = (text: string) => peek()?.kind === 'sign' && peek()?.text === text;
  const isWord = (text: string) => peek()?.kind === 'word' && peek()?.text.toLowerCase() === text;

  function take(kind: Token['kind'], what: string): string {
    const token = peek();
    if (token?.kind !== kind) {
      throw refuse(`Expected ${what}${token ? ` instead of ${token.text.slice(0, 40)}` : ''}.`);
    }
    at += 1;
    return token.text;
  }

  function takeSign(text: string): void {
    if (!isSign(text)) {
      throw refuse(`Expected "${text}".`);
    }
    at += 1;
  }

  /** `urn:…:User:badge` of an extension that the server does not know. */
  function findOther(word: string): Found | undefined {
    const at = word.lastIndexOf(':');
    const extension = word.slice(0, at);
    const name = word.slice(at + 1);
    if (!isAttributeName(name) || ![schema, ...others].some((one) => isOther(one, extension))) {
      return undefined;
    }
    const attribute: Attribute = { name, type: 'any' };
    return isOther(schema, extension) ? { extension, attribute } : { attribute, isForeign: true };
  }

  /** `within`: the list whose elements a filter in brackets is about. */
  function findTarget(word: string, within?: AttributeTarget): Found | undefined {
    const isFull = extensionId !== undefined && word.toLowerCase().startsWith(`${extensionId}:`);
    const isPrefixed = word.toLowerCase().startsWith(prefix);
    const name = isFull ? word.slice(extensionId.length + 1) : isPrefixed ? word.slice(prefix.length) : word;
    const own = findAttribute(within?.attribute.sub ?? (isFull ? [] : schema.attributes), name);
    if (own || within) {
      return own && { attribute: own };
    }
    // Entra ID also asks for the manager without the URN of the extension.
    const extended = isPrefixed ? undefined : findAttribute(schema.extension?.attributes, name);
    if (extended && schema.extension) {
      return { extension: schema.extension.id, attribute: extended };
    }
    const other = others
      .map((one) => findAttribute(one.attributes, name) ?? findAttribute(one.extension?.attributes, name))
      .find((one) => one !== undefined);
    return other ? { attribute: other, isForeign: true } : findOther(word);
  }

  function readTarget(within?: AttributeTarget): Found {
    const word = take('word', 'the name of an attribute');
    const found = findTarget(word, within);
    if (!found) {
      throw refuse(
        `There is no attribute ${(word.startsWith('urn:') ? (word.split(':').at(-1) ?? '') : word).slice(0, 60)}.`,
      );
    }
    if (!isSign('.')) {
      return found;
    }
    takeSign('.');
    return { ...found, sub: readSub(found.attribute) };
  }

  function readSub(attribute: Attribute): Attribute {
    const name = take('word', 'the name of a sub-attribute');
    const sub: Attribute | undefined =
      attribute.type === 'any' && isAttributeName(name) ? { name, type: 'any' } : findAttribute(attribute.sub, name);
    if (!sub) {
      throw refuse(`${attribute.name} has no attribute ${name.slice(0, 60)}.`);
    }
    return sub;
  }

  function readLiteral(): Literal {
    const token = peek();
    at += 1;
    if (token?.kind === 'text') {
      try {
        return JSON.parse(token.text) as string;
      } catch {
        throw refuse('A text has an invalid escape sequence.');
      }
    }
    if (token?.kind === 'number') {
      return Number(token.text);
    }
    const word = token?.kind === 'word' ? token.text.toLowerCase() : undefined;
    if (word === 'true' || word === 'false') {
      return word === 'true';
    }
    if (word === 'null') {
      return null;
    }
    throw refuse('Expected a value: a text in quotes, a number, true, false or null.');
  }

  function readComparison(within?: AttributeTarget): Filter {
    parts += 1;
    if (parts > filterLimits.parts) {
      throw refuse(`The filter has more than ${filterLimits.parts} comparisons.`);
    }
    const { isForeign, ...target } = readTarget(within);
    const filter = isSign('[') ? readSome(target) : readOperator(target);
    // Such an attribute has no value here (RFC 7644 §3.4.2.1).
    return isForeign ? { op: filter.op === 'ne' ? 'always' : 'never' } : filter;
  }

  /** `emails[type eq "work"]`, or with a comparison of the matching elements: `emails[type eq "work"].value eq "x"`. */
  function readSome(target: AttributeTarget): Filter {
    const filter = readBrackets(target);
    if (!isSign('.')) {
      return { op: 'some', target, filter };
    }
    takeSign('.');
    const compared = readOperator({ attribute: readSub(target.attribute) });
    return { op: 'some', target, filter: { op: 'and', left: filter, right: compared } };
  }

  function readOperator(target: AttributeTarget): Filter {
    const word = take('word', 'an operator').toLowerCase();
    if (word === 'pr') {
      return { op: 'pr', target };
    }
    const op = comparisons.find((one) => one === word);
    if (!op) {
      throw refuse(`There is no operator ${word.slice(0, 20)}.`);
    }
    return { op, target, value: readLiteral() };
  }

  function readBrackets(target: AttributeTarget): Filter {
    if (!target.attribute.isMulti || target.sub) {
      throw refuse(`${target.attribute.name} is not a list.`);
    }
    takeSign('[');
    const filter = readOr(target);
    takeSign(']');
    return filter;
  }

  function readOne(within?: AttributeTarget): Filter {
    depth += 1;
    if (depth > filterLimits.depth) {
      throw refuse(`The filter is nested deeper than ${filterLimits.depth} levels.`);
    }
    try {
      if (isWord('not')) {
        at += 1;
        takeSign('(');
        const of = readOr(within);
        takeSign(')');
        return { op: 'not', of };
      }
      if (isSign('(')) {
        takeSign('(');
        const filter = readOr(within);
        takeSign(')');
        return filter;
      }
      return readComparison(within);
    } finally {
      depth -= 1;
    }
  }

  function readAnd(within?: AttributeTarget): Filter {
    let left = readOne(within);
    while (isWord('and')) {
      at += 1;
      left = { op: 'and', left, right: readOne(within) };
    }
    return left;
  }

  function readOr(within?: AttributeTarget): Filter {
    let left = readAnd(within);
    while (isWord('or')) {
      at += 1;
      left = { op: 'or', left, right: readAnd(within) };
    }
    return left;
  }

  function end<T>(value: T): T {
    const token = peek();
    if (token) {
      throw refuse(`Unexpected text ${token.text.slice(0, 40)} at the end.`);
    }
    return value;
  }

  function readPath(): Path {
    if (schema.extension && isWord(schema.extension.id.toLowerCase())) {
      at += 1;
      return { extension: schema.extension.id };
    }
    const [first] = tokens;
    // By convention the URN of an extension ends with the kind of resource (RFC 7643 §10.2.1).
    if (tokens.length === 1 && first && isOther(schema, first.text) && /:user$/i.test(first.text)) {
      at += 1;
      return { extension: first.text };
    }
    const { isForeign: _isForeign, ...target } = readTarget();
    if (!isSign('[')) {
      return target;
    }
    const filter = readBrackets(target);
    if (!isSign('.')) {
      return { ...target, filter };
    }
    takeSign('.');
    return { ...target, filter, sub: readSub(target.attribute) };
  }

  return { filter: () => end(readOr()), path: () => end(readPath()) };
}

/** `others`: the filter may also name attributes of these kinds of resources. */
export const parseFilter = (text: string, schema: Schema, others: readonly Schema[] = []): Filter =>
  createParser(text, schema, invalidFilter, others).filter();

export const parsePath = (text: string, schema: Schema): Path => createParser(text, schema, invalidPath).path();
