import { Script } from 'node:vm';
import { isWebUrl } from '@postern/contracts/fields';
import type { ProfileField, ProfileFieldConfig } from '../store.ts';

/** `part` is the invalid part of a composite field. */
type Checked = { value: unknown } | { problem: string; part?: string };

const maxText = 1024;
const regexMs = 20;
const regexAttempts = 5;

const ok = (value: unknown): Checked => ({ value });
const bad = (problem: string, part?: string): Checked => ({ problem, ...(part ? { part } : {}) });

function checkText(value: unknown, { minLength, maxLength }: ProfileFieldConfig): Checked {
  if (typeof value !== 'string' || value.length > maxText) {
    return bad(`give a text of at most ${maxText} characters.`);
  }
  if (minLength !== undefined && value.length < minLength) {
    return bad(`give at least ${minLength} characters.`);
  }
  return maxLength !== undefined && value.length > maxLength ? bad(`give at most ${maxLength} characters.`) : ok(value);
}

function checkNumber(value: unknown, { minValue, maxValue }: ProfileFieldConfig): Checked {
  const number = typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,10})?$/.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) {
    return bad('give a number.');
  }
  if (minValue !== undefined && number < minValue) {
    return bad(`give at least ${minValue}.`);
  }
  return maxValue !== undefined && number > maxValue ? bad(`give at most ${maxValue}.`) : ok(number);
}

type DatePart = 'year' | 'month' | 'day';

const dateParts: Record<string, [DatePart, string]> = {
  yyyy: ['year', '\\d{4}'],
  MM: ['month', '\\d{2}'],
  M: ['month', '\\d{1,2}'],
  dd: ['day', '\\d{2}'],
  d: ['day', '\\d{1,2}'],
};

/** All other characters of the format must match literally. */
function readDate(text: string, format: string): Record<DatePart, string> | undefined {
  const used = new Set<DatePart>();
  const pattern = format.replace(/yyyy|MM|M|dd|d|[^\w\s]/g, (token) => {
    const [part, digits] = dateParts[token] ?? [];
    if (!part) {
      return `\\${token}`;
    }
    const isFirst = !used.has(part);
    used.add(part);
    return isFirst ? `(?<${part}>${digits})` : `${digits}`;
  });
  const groups = new RegExp(`^${pattern}$`).exec(text)?.groups;
  return groups && { year: '2000', month: '1', day: '1', ...groups };
}

function checkDate(value: unknown, { format = 'yyyy-MM-dd', customFormat }: ProfileFieldConfig): Checked {
  const wanted = (format === 'custom' ? customFormat : format) ?? 'yyyy-MM-dd';
  const text = typeof value === 'string' && value.length <= 64 ? value.trim() : '';
  const read = readDate(text, wanted);
  const [year, month, day] = [Number(read?.year), Number(read?.month), Number(read?.day)];
  const date = new Date(Date.UTC(year, month - 1, day));
  // June 31 would silently become July 1.
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? ok(text) : bad(`give a date as ${wanted}.`);
}

/**
 * An expensive pattern may run forever, so it has a timeout (attack 36). The timeout is wall-clock time: on a busy
 * machine it may hit a pattern that had no CPU time, which is retried. Undefined if there is no result.
 */
function matches(pattern: string, text: string): boolean | undefined {
  const script = new Script('new RegExp(pattern).test(text)');
  for (let attempt = 0; attempt < regexAttempts; attempt += 1) {
    const before = process.threadCpuUsage();
    try {
      return Boolean(script.runInNewContext({ pattern, text }, { timeout: regexMs }));
    } catch (error) {
      const { user, system } = process.threadCpuUsage(before);
      const wasInterrupted = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
      if (!wasInterrupted || user + system >= regexMs * 500) {
        return undefined;
      }
    }
  }
  return undefined;
}

function checkPattern(value: unknown, { format = '' }: ProfileFieldConfig): Checked {
  const text = checkText(value, {});
  if ('problem' in text) {
    return text;
  }
  const isMatch = matches(format, String(value));
  if (isMatch === undefined) {
    // The pattern is invalid or took too long, so the format cannot be checked.
    return bad('it cannot be compared with the form that is asked for.');
  }
  return isMatch ? text : bad('it does not have the form that is asked for.');
}

function checkBox(value: unknown): Checked {
  return [true, false, 'true', 'false'].some((one) => one === value)
    ? ok(value === true || value === 'true')
    : bad('say true or false.');
}

/** A composite field: each part is checked by its own rule, other parts are ignored. */
function checkParts(value: unknown, { parts = [] }: ProfileFieldConfig): Checked {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return bad('give its parts.');
  }
  const result: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    const part = parts.find((one) => one.enabled && one.name === name);
    if (!part) {
      return bad(`${name} is not asked for.`);
    }
    const checked = checkField({ ...part, config: part.config ?? {} }, inner);
    if ('problem' in checked) {
      return bad(`${name}: ${checked.problem}`, name);
    }
    result[name] = checked.value;
  }
  return ok(result);
}

/** The stored form of a value for a custom field, or what is wrong with it. */
export function checkField({ type, required, config }: ProfileField, value: unknown): Checked {
  if (value === undefined || value === null || value === '') {
    return required ? bad('it is required.') : ok(undefined);
  }
  switch (type) {
    case 'Number':
      return checkNumber(value, config);
    case 'Date':
      return checkDate(value, config);
    case 'Checkbox':
      return checkBox(value);
    case 'Select':
      return config.options?.some((option) => option.value === value) ? ok(value) : bad('choose one of the options.');
    case 'Url':
      return typeof value === 'string' && value.length <= 2048 && isWebUrl(value)
        ? ok(value)
        : bad('give a web address.');
    case 'Regex':
      return checkPattern(value, config);
    case 'Address':
    case 'Fullname':
      return checkParts(value, config);
    default:
      return checkText(value, config);
  }
}
