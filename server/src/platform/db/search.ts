import { isTrue, type SearchQuery, searchModes } from '@postern/contracts/fields';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { AppError } from '#platform/http/errors';
import type { Database } from './db-types.ts';

type Mode = (typeof searchModes)[number];
type SearchTerm = { columns: string[]; values: string[]; mode: Mode };
export type Search = { terms: SearchTerm[]; joint: 'or' | 'and'; isCaseSensitive: boolean };

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function invalid(details: string): never {
  throw new AppError('request.invalid_input', { values: { details }, details });
}

function readMode(value: string | string[] | undefined, fallback: Mode): Mode {
  if (value === undefined) {
    return fallback;
  }
  const mode = searchModes.find((candidate) => candidate === value);
  return mode ?? invalid(`mode must be one of ${searchModes.join(', ')}.`);
}

const isExpression = (mode: Mode) => mode === 'posix' || mode === 'similar_to';

const maxPatternLength = 256;
/** Characters that the expressions of a search have together when all their repetitions are written out. */
const maxExpanded = 256;
/** A place such as the start of a word counts as several: it costs more than a character. */
const placeLength = 4;

/** An escape, a set, a group, a repetition, or one character. */
const pieces =
  /\\.|\[\^?\]?(?:\[(?<kind>[:.=]).*?\k<kind>\]|\\.|[^\]\\])*\]|\((?:\?(?:<?[=!]|:))?|\)|\{(?<from>\d+)(?:,(?<to>\d*))?\}|./gsu;

/** How many characters an expression has when all its repetitions are written out. */
function expandedLength(pattern: string): number {
  const outer: number[] = [];
  // The characters of the group so far, and of the last part, which a repetition copies.
  let [total, last] = [0, 0];
  const add = (length: number) => {
    total += length;
    last = length;
  };
  for (const { 0: piece, groups } of pattern.matchAll(pieces)) {
    if (piece.startsWith('(')) {
      outer.push(total);
      total = 0;
    } else if (piece === ')') {
      const inner = total;
      total = outer.pop() ?? 0;
      add(inner);
    } else if (groups?.from !== undefined) {
      const copies = Math.max(Number(groups.from), Number(groups.to ?? 0), 1);
      total += last * (copies - 1);
      last *= copies;
    } else if (/^(?:[$^]|\\[AMYZmy])$/.test(piece)) {
      add(placeLength);
    } else if (!'*+?|'.includes(piece)) {
      add(1);
    }
  }
  return outer.reduce((sum, one) => sum + one, total);
}

/**
 * PostgreSQL matches most expressions in linear time. With back-references or nested repetitions, a few characters can
 * keep it busy until the statement is stopped.
 */
function refuseCostly(pattern: string): void {
  if (pattern.length > maxPatternLength) {
    invalid(`An expression may have at most ${maxPatternLength} characters.`);
  }
  if (/\\[1-9]/.test(pattern)) {
    invalid('Back-references such as \\1 are not supported.');
  }
  // They change how the rest is read.
  if (/^\*\*\*[:=]|\(\?(?!<?[=!]|:)/.test(pattern)) {
    invalid('Options and comments such as (?x) and (?#…) are not supported.');
  }
}

function refuseCostlyTogether(terms: SearchTerm[]): void {
  const patterns = terms.flatMap(({ mode, values }) => (isExpression(mode) ? values : []));
  if (patterns.reduce((sum, pattern) => sum + expandedLength(pattern), 0) > maxExpanded) {
    invalid(`All expressions may have at most ${maxExpanded} characters with their repetitions written out.`);
  }
}

function readTerm(columns: string[], raw: string | string[], mode: Mode, isCaseSensitive: boolean): SearchTerm {
  const values = Array.isArray(raw) ? raw : [raw];
  if (mode !== 'exact' && (values.length !== 1 || values[0] === '')) {
    invalid(`Mode ${mode} takes exactly one value that is not empty.`);
  }
  if (mode === 'similar_to' && !isCaseSensitive) {
    invalid('Mode similar_to needs isCaseSensitive=true.');
  }
  if (isExpression(mode)) {
    refuseCostly(values[0] ?? '');
  }
  return { columns, values, mode };
}

/** Ignoring an unknown field would return all rows as if they matched. */
function refuseUnknownFields(query: SearchQuery, fields: readonly string[]): void {
  const names = new Set(fields.flatMap((field) => [field, snake(field)]));
  for (const key of Object.keys(query)) {
    const [, name] = /^(?:search|mode)\.(.*)$/s.exec(key) ?? [];
    if (name !== undefined && !names.has(name)) {
      invalid(`${key.slice(0, 64)} is not supported. Fields are ${fields.join(', ')}.`);
    }
  }
}

/** Reads the advanced search parameters of a list; undefined if there are none. */
export function readSearch(query: SearchQuery, fields: readonly string[]): Search | undefined {
  refuseUnknownFields(query, fields);
  const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value.at(-1) : value);
  const isCaseSensitive = isTrue(single(query.isCaseSensitive));
  const defaultMode = readMode(query.mode, 'like');
  const joint = single(query.joint ?? query.jointMode) ?? 'or';
  if (joint !== 'or' && joint !== 'and') {
    invalid('joint must be or, or and.');
  }
  const terms: SearchTerm[] = [];
  if (query.search !== undefined) {
    terms.push(readTerm(fields.map(snake), query.search, defaultMode, isCaseSensitive));
  }
  for (const field of fields) {
    const value = query[`search.${field}`] ?? query[`search.${snake(field)}`];
    if (value !== undefined) {
      const mode = readMode(query[`mode.${field}`] ?? query[`mode.${snake(field)}`], defaultMode);
      terms.push(readTerm([snake(field)], value, mode, isCaseSensitive));
    }
  }
  refuseCostlyTogether(terms);
  return terms.length > 0 ? { terms, joint, isCaseSensitive } : undefined;
}

function compare(column: string, { values, mode }: SearchTerm, isCaseSensitive: boolean): Expression<SqlBool> {
  const reference = sql.ref(column);
  const [value = ''] = values;
  switch (mode) {
    case 'exact':
      return isCaseSensitive
        ? sql<SqlBool>`${reference} in (${sql.join(values)})`
        : sql<SqlBool>`lower(${reference}) in (${sql.join(values.map((one) => sql`lower(${one})`))})`;
    case 'like':
      return isCaseSensitive ? sql<SqlBool>`${reference} like ${value}` : sql<SqlBool>`${reference} ilike ${value}`;
    case 'similar_to':
      return sql<SqlBool>`${reference} similar to ${value}`;
    case 'posix':
      return isCaseSensitive ? sql<SqlBool>`${reference} ~ ${value}` : sql<SqlBool>`${reference} ~* ${value}`;
  }
}

/** The search as a condition on the columns of one table. */
export function matches<Table extends keyof Database>(search: Search) {
  return (eb: ExpressionBuilder<Database, Table>): Expression<SqlBool> => {
    const terms = search.terms.map((term) =>
      eb.or(term.columns.map((column) => compare(column, term, search.isCaseSensitive))),
    );
    return search.joint === 'and' ? eb.and(terms) : eb.or(terms);
  };
}

/** The pattern of a simple search (`q`): rows that contain the text. Callers may write % at either end. */
export const containing = (q: string) => `%${q.replaceAll(/^%|%$/g, '').replaceAll(/[%\\_]/g, '\\$&')}%`;

/** A trigram index needs at least three characters. */
const minNarrowing = 3;
const maxNarrowing = 20;

/** Patterns of which at least one matches whatever matches the term; undefined if an index cannot help. */
function narrowTerm({ mode, values }: SearchTerm): string[] | undefined {
  if (mode !== 'exact' && mode !== 'like') {
    return undefined;
  }
  const texts = values.map((value) =>
    mode === 'exact'
      ? value.replace(/[%_\\]/g, '\\$&')
      : (value.split(/[%_\\]/).sort((one, two) => two.length - one.length)[0] ?? ''),
  );
  return texts.every((text) => text.length >= minNarrowing) ? texts.map((text) => `%${text}%`) : undefined;
}

/**
 * Case-insensitive patterns for the trigram index, of which at least one matches whatever matches the search. Undefined
 * if every row must be read.
 */
export function narrowingPatterns({ terms, joint }: Search): string[] | undefined {
  const narrowed = terms.map(narrowTerm);
  if (joint === 'and') {
    return narrowed.find((one) => one !== undefined && one.length <= maxNarrowing);
  }
  const all = narrowed.flatMap((one) => one ?? []);
  return narrowed.every((one) => one !== undefined) && all.length <= maxNarrowing ? all : undefined;
}
