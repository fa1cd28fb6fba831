import { type IssueCode, issueCodes } from '@postern/contracts/field-issues';
import { patterns } from '@postern/contracts/fields';
import { z } from 'zod';
import { sentences } from './issue-sentences.ts';

type Values = Record<string, string | number>;

/** A problem as a rule or a schema finds it. Without a message the sentence follows from the code. */
export type FoundIssue = {
  path: readonly PropertyKey[];
  code?: string | undefined;
  message?: string | undefined;
  /** Fills `{{name}}` in the message. */
  fill?: Values | undefined;
};

/** A problem before it is said in the language of the caller. */
export type DescribedIssue = { path: (string | number)[]; code: IssueCode; sentence: string; values?: Values };

/** The parts of zod's issues that are read here. Connectors bring versions of their own, so none of them is certain. */
type Loose = FoundIssue & {
  input?: unknown;
  expected?: string;
  received?: string;
  origin?: string;
  type?: string;
  format?: string;
  validation?: string;
  pattern?: string;
  prefix?: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  exact?: boolean;
  inclusive?: boolean;
  divisor?: number;
  values?: unknown;
  options?: unknown;
  keys?: string[];
  errors?: Loose[][];
  issues?: Loose[];
  discriminator?: string;
  params?: { issue?: string; sentence?: string; values?: Values };
};

type Said = { code: IssueCode; sentence: string; values?: Values };

/** A key may be as long as the body. */
const maxKey = 200;
const maxOptions = 20;
/** Of one object: a few show what is meant. */
const maxUnknownKeys = 10;

const types: Record<string, string> = {
  string: sentences.text,
  number: sentences.number,
  int: sentences.wholeNumber,
  boolean: sentences.boolean,
  array: sentences.list,
  object: sentences.object,
  record: sentences.object,
};

const formats: Record<string, Said> = {
  url: { code: 'invalid_url', sentence: sentences.url },
  email: { code: 'invalid_email', sentence: sentences.email },
  datetime: { code: 'invalid_date', sentence: sentences.moment },
  date: { code: 'invalid_date', sentence: sentences.date },
};

const knownPatterns: Record<string, Said> = {
  [String(patterns.email)]: { code: 'invalid_email', sentence: sentences.email },
  [String(patterns.phone)]: { code: 'invalid_format', sentence: sentences.phone },
  [String(patterns.username)]: { code: 'invalid_format', sentence: sentences.username },
  [String(patterns.color)]: { code: 'invalid_format', sentence: sentences.color },
};

/** Characters, entries or the size of a number. */
const kindOf = ({ origin, type }: Loose) => {
  const of = origin ?? type;
  return of === 'string' ? 'text' : ['array', 'set', 'map', 'object', 'file'].includes(of ?? '') ? 'list' : 'number';
};

function tooSmall(issue: Loose): Said {
  const min = String(issue.minimum ?? '');
  switch (kindOf(issue)) {
    case 'text':
      if (issue.exact) {
        return { code: 'too_short', sentence: sentences.exactLength, values: { count: min } };
      }
      return min === '1'
        ? { code: 'required', sentence: sentences.required }
        : { code: 'too_short', sentence: sentences.tooShort, values: { min } };
    case 'list':
      return min === '1'
        ? { code: 'too_few', sentence: sentences.oneEntry }
        : { code: 'too_few', sentence: sentences.tooFew, values: { min } };
    default:
      return {
        code: 'too_small',
        sentence: issue.inclusive === false ? sentences.more : sentences.tooSmall,
        values: { min },
      };
  }
}

function tooLarge(issue: Loose): Said {
  const max = String(issue.maximum ?? '');
  switch (kindOf(issue)) {
    case 'text':
      return issue.exact
        ? { code: 'too_long', sentence: sentences.exactLength, values: { count: max } }
        : { code: 'too_long', sentence: sentences.tooLong, values: { max } };
    case 'list':
      return { code: 'too_many', sentence: sentences.tooMany, values: { max } };
    default:
      return {
        code: 'too_large',
        sentence: issue.inclusive === false ? sentences.less : sentences.tooLarge,
        values: { max },
      };
  }
}

function wrongFormat({ format, validation, prefix, pattern }: Loose): Said {
  if (format === 'starts_with') {
    return { code: 'invalid_format', sentence: sentences.startsWith, values: { prefix: prefix ?? '' } };
  }
  return (
    knownPatterns[pattern ?? ''] ??
    formats[format ?? validation ?? ''] ?? { code: 'invalid_format', sentence: sentences.format }
  );
}

function notAllowed({ values, options }: Loose): Said {
  const allowed = [values, options].find(Array.isArray) ?? [];
  const shown = allowed.slice(0, maxOptions).map(String).join(', ');
  return shown === ''
    ? { code: 'invalid_value', sentence: sentences.value }
    : {
        code: 'invalid_value',
        sentence: sentences.options,
        values: { options: allowed.length > maxOptions ? `${shown}, …` : shown },
      };
}

/** What the kind of problem says, whatever its words are. */
function fromKind(issue: Loose): Said {
  switch (issue.code) {
    case 'invalid_type':
      return { code: 'wrong_type', sentence: types[issue.expected ?? ''] ?? sentences.type };
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooLarge(issue);
    case 'invalid_format':
    case 'invalid_string':
      return wrongFormat(issue);
    case 'invalid_value':
    case 'invalid_enum_value':
    case 'invalid_literal':
    case 'invalid_union':
    case 'invalid_union_discriminator':
      return notAllowed(issue);
    case 'not_multiple_of':
      return { code: 'invalid_value', sentence: sentences.multiple, values: { divisor: issue.divisor ?? 1 } };
    case 'unrecognized_keys':
      return { code: 'unknown_key', sentence: sentences.unknownKey };
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues?.[0] ? fromKind(issue.issues[0]) : { code: 'invalid_value', sentence: sentences.value };
    default:
      return { code: 'custom', sentence: sentences.value };
  }
}

/** Kinds that a missing value has: it has no type, and is none of the allowed values. */
const kindsOfMissing = ['invalid_type', 'invalid_value', 'invalid_union'];

function isMissing(issue: Loose): boolean {
  if (!kindsOfMissing.includes(issue.code ?? '')) {
    return false;
  }
  const { input, discriminator, received } = issue;
  if (discriminator !== undefined && typeof input === 'object' && input !== null) {
    return !Object.hasOwn(input, discriminator);
  }
  return received === 'undefined' || ('input' in issue && input === undefined);
}

/** The words of a schema, where it has words of its own; zod's default texts are for developers. */
function ownWords(issue: Loose): string | undefined {
  if (issue.message === undefined) {
    return undefined;
  }
  const { localeError } = z.config();
  // The function reads no more than what it finds.
  const usual = localeError?.(issue as unknown as Parameters<typeof localeError>[0]);
  const text = typeof usual === 'string' ? usual : usual?.message;
  return issue.message === text ? undefined : issue.message;
}

const isIssueCode = (code: unknown): code is IssueCode => issueCodes.includes(code as IssueCode);

function say(issue: Loose): Said {
  const { params, fill } = issue;
  const words = typeof params?.sentence === 'string' ? params.sentence : ownWords(issue);
  if (words === undefined && isMissing(issue)) {
    return { code: 'required', sentence: sentences.required };
  }
  const kind = fromKind(issue);
  const code = isIssueCode(params?.issue) ? params.issue : kind.code;
  if (words === undefined) {
    return { ...kind, code };
  }
  const values = params?.values ?? fill;
  return { code, sentence: words, ...(values ? { values } : {}) };
}

/**
 * Of several forms, the one that was meant: the only one that does not refuse the value as a whole for its type, or for
 * not being a certain value.
 */
function meantForm({ errors = [] }: Loose): Loose[] | undefined {
  const candidates = errors.filter(
    (form) =>
      !form.some(({ path, code }) => path.length === 0 && ['invalid_type', 'invalid_value'].includes(code ?? '')),
  );
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** An issue that stands for several gives several: a form of a union, and each key that is not known. */
function spread(issue: Loose): Loose[] {
  if (issue.code === 'invalid_union' && ownWords(issue) === undefined && !isMissing(issue)) {
    const form = meantForm(issue);
    return form ? form.flatMap((one) => spread({ ...one, path: [...issue.path, ...one.path] })) : [issue];
  }
  return issue.code === 'unrecognized_keys' && issue.keys
    ? issue.keys.slice(0, maxUnknownKeys).map((key) => ({ ...issue, path: [...issue.path, key], message: undefined }))
    : [issue];
}

const partOf = (part: PropertyKey) => (typeof part === 'number' ? part : String(part).slice(0, maxKey));

/** Problems as data: a stable code, and a sentence that says what to do. At most `max`. */
export function describeIssues(found: readonly FoundIssue[], max: number): DescribedIssue[] {
  return found
    .slice(0, max)
    .flatMap((issue) => spread(issue as Loose))
    .slice(0, max)
    .map((issue) => ({ path: issue.path.map(partOf), ...say(issue) }));
}
