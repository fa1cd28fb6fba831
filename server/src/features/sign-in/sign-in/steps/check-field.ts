import { datePatternOf } from '@postern/contracts/experience/date-pattern';
import { isWebUrl } from '@postern/contracts/fields';
import { matchesPattern } from '#platform/patterns/match';
import type { ProfileField, ProfileFieldConfig } from '../store.ts';
import { readDate } from './read-date.ts';

/** `part` is the invalid part of a composite field. */
type Checked = { value: unknown } | { problem: string; part?: string };

const maxText = 1024;

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

function checkDate(value: unknown, config: ProfileFieldConfig): Checked {
  const wanted = datePatternOf(config);
  const text = typeof value === 'string' && value.length <= 64 ? value.trim() : '';
  const read = readDate(text, wanted);
  const [year, month, day] = [Number(read?.year), Number(read?.month), Number(read?.day)];
  const date = new Date(Date.UTC(year, month - 1, day));
  // June 31 would silently become July 1.
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? ok(text) : bad(`give a date as ${wanted}.`);
}

async function checkPattern(tenantId: string, value: unknown, { format = '' }: ProfileFieldConfig): Promise<Checked> {
  const text = checkText(value, {});
  if ('problem' in text) {
    return text;
  }
  const isMatch = await matchesPattern(tenantId, { pattern: format, flags: [''], texts: [String(value)] });
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
async function checkParts(tenantId: string, value: unknown, { parts = [] }: ProfileFieldConfig): Promise<Checked> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return bad('give its parts.');
  }
  const result: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    const part = parts.find((one) => one.enabled && one.name === name);
    if (!part) {
      return bad(`${name} is not asked for.`);
    }
    const checked = await checkField(tenantId, { ...part, config: part.config ?? {} }, inner);
    if ('problem' in checked) {
      return bad(`${name}: ${checked.problem}`, name);
    }
    result[name] = checked.value;
  }
  return ok(result);
}

/** The stored form of a value for a custom field, or what is wrong with it. */
export async function checkField(
  tenantId: string,
  { type, required, config }: ProfileField,
  value: unknown,
): Promise<Checked> {
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
      return checkPattern(tenantId, value, config);
    case 'Address':
    case 'Fullname':
      return checkParts(tenantId, value, config);
    default:
      return checkText(value, config);
  }
}
