import { type IssueCode, issueCodes } from '@postern/contracts/field-issues';
import { patterns } from '@postern/contracts/fields';
import { z } from 'zod';
import { sentences } from '#platform/i18n/issue-sentences';

type Values = Record<string, string | number>;

/** A problem found by a rule or a schema. Without a message, the sentence is derived from the code. */
export type FoundIssue = {
  path: readonly PropertyKey[];
  code?: string | undefined;
  message?: string | undefined;
  /** Values for `{{name}}` in the message. */
  fill?: Values | undefined;
};

/** A problem that is not translated yet. */
export type DescribedIssue = { path: (string | number)[]; code: IssueCode; sentence: string; values?: Values };

/** The fields of zod issues that are read here. All are optional, because connectors bring their own zod versions. */
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

/** A key can be as long as the body. */
const maxKey = 200;
const maxOptions = 20;
/** Per object: a few are enough to explain the problem. */
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

/** Whether a limit applies to characters, entries or the value of a number. */
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

/** The sentence that follows from the kind of problem. */
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

/** Issue codes that zod reports for a missing value. */
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

/** The schema's own message, if it has one. Zod's default messages are for developers. */
function ownWords(issue: Loose): string | undefined {
  if (issue.message === undefined) {
    return undefined;
  }
  const { localeError } = z.config();
  // The function only reads the fields that exist.
  const usual = localeError?.(issue as unknown as Parameters<typeof localeError>[0]);
  const text = typeof usual === 'string' ? usual : usual?.message;
  return issue.message === text ? undefined : issue.message;
}

const isIssueCode = (code: unknown): code is IssueCode => issueCodes.includes(code as IssueCode);

function describeIssue(issue: Loose): Said {
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
 * Picks the intended form of a union: the only one that does not reject the whole value because of its type or because
 * it must be a certain value.
 */
function intendedForm({ errors = [] }: Loose): Loose[] | undefined {
  const candidates = errors.filter(
    (form) =>
      !form.some(({ path, code }) => path.length === 0 && ['invalid_type', 'invalid_value'].includes(code ?? '')),
  );
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** Splits an issue that stands for several: the matching form of a union, or one per unknown key. */
function spread(issue: Loose): Loose[] {
  if (issue.code === 'invalid_union' && ownWords(issue) === undefined && !isMissing(issue)) {
    const form = intendedForm(issue);
    return form ? form.flatMap((one) => spread({ ...one, path: [...issue.path, ...one.path] })) : [issue];
  }
  return issue.code === 'unrecognized_keys' && issue.keys
    ? issue.keys.slice(0, maxUnknownKeys).map((key) => ({ ...issue, path: [...issue.path, key], message: undefined }))
    : [issue];
}

const partOf = (part: PropertyKey) => (typeof part === 'number' ? part : String(part).slice(0, maxKey));

/** Returns problems as data: a stable code and a sentence that says what to do. At most `max`. */
export function describeIssues(found: readonly FoundIssue[], max: number): DescribedIssue[] {
  return found
    .slice(0, max)
    .flatMap((issue) => spread(issue as Loose))
    .slice(0, max)
    .map((issue) => ({ path: issue.path.map(partOf), ...describeIssue(issue) }));
}
