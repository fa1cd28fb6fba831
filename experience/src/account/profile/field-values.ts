import type { CustomProfileField, ProfileFieldConfig } from '@postern/contracts/experience/custom-profile-fields';
import { datePatternOf } from '@postern/contracts/experience/date-pattern';
import { type Input, inputsOf, readFields } from '../../parts/profile-fields.ts';
import type { Values } from '../../parts/step-form.tsx';
import type { Phrases } from '../../platform/phrases.ts';

/** The stored values: the profile or custom data. */
export type Stored = Readonly<Record<string, unknown>>;
type Words = Phrases['extraProfile'];

const isObject = (value: unknown): value is Stored => typeof value === 'object' && value !== null;

/** Address parts are nested; name parts are top-level keys. */
function storedValue({ key, name }: Pick<Input, 'key' | 'name'>, stored: Stored): unknown {
  const [field = ''] = key.split('.');
  const group = stored[field];
  return key !== name && isObject(group) ? group[name] : stored[name];
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** A stored date in the format of the browser's picker (2026-11-15); undefined when it has another format. */
export function readDate(text: string, config: ProfileFieldConfig): string | undefined {
  const names: string[] = [];
  const pattern = datePatternOf(config).replace(/yyyy|MM|M|dd|d|[^\w\s]/g, (token) => {
    if (!/^[yMd]/.test(token)) {
      return `\\${token}`;
    }
    names.push(token.charAt(0));
    return token === 'yyyy' ? '(\\d{4})' : '(\\d{1,2})';
  });
  const found = new RegExp(`^${pattern}$`).exec(text);
  const part = (name: string) => (names.includes(name) ? found?.[names.indexOf(name) + 1] : undefined);
  const [year, month, day] = [part('y'), part('M'), part('d')];
  return found && year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : undefined;
}

/** Initial values of the form. */
export function startingValues(fields: readonly CustomProfileField[], stored: Stored, words: Words): Values {
  const entries = fields
    .flatMap((field) => inputsOf(field, words))
    .map((input) => [input, storedValue(input, stored)] as const)
    .filter(([, value]) => !isEmpty(value))
    .map(([{ key, type, config }, value]) => [
      key,
      type === 'Date' ? (readDate(String(value), config) ?? '') : String(value),
    ]);
  return Object.fromEntries(entries);
}

function printInput(input: Input, value: unknown, answers: { yes: string; no: string }): string {
  const { type, config } = input;
  if (type === 'Checkbox') {
    return value === true ? answers.yes : answers.no;
  }
  if (type === 'Select') {
    return config.options?.find((option) => option.value === value)?.label || String(value);
  }
  const date = type === 'Date' ? readDate(String(value), config) : undefined;
  return date ? printDay(date) : String(value);
}

function printDay(iso: string): string {
  const date = new Date(`${iso}T00:00:00Z`);
  const language = document.documentElement.lang;
  return Number.isNaN(date.getTime())
    ? iso
    : new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}

/** A field in readable form; empty when nothing is stored. */
export function printField(
  field: CustomProfileField,
  stored: Stored,
  words: Words,
  answers: { yes: string; no: string },
): string {
  return inputsOf(field, words)
    .map((input) => [input, storedValue(input, stored)] as const)
    .filter(([, value]) => !isEmpty(value))
    .map(([input, value]) => printInput(input, value, answers))
    .join(field.type === 'Address' ? '\n' : ' ');
}

/** A missing address equals one without parts. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === (JSON.stringify(other) ?? '{}');

/**
 * Collects the changes of the form. Cleared values become `cleared`, because the profile is merged key by key and
 * cannot drop keys. An address is replaced as a whole, so parts that the form does not ask for are sent too.
 */
export function gatherChanges(
  fields: readonly CustomProfileField[],
  values: Values,
  stored: Stored,
  words: Phrases['extraProfile'],
  cleared: '' | null,
): Record<string, unknown> {
  const given = readFields(fields, values, words);
  for (const field of fields) {
    const inputs = inputsOf(field, words);
    if (field.type === 'Address') {
      const old = stored[field.name];
      const kept = Object.entries(typeof old === 'object' && old ? old : {}).filter(
        ([name]) => !inputs.some((input) => input.name === name),
      );
      const parts = given[field.name];
      given[field.name] = { ...Object.fromEntries(kept), ...(typeof parts === 'object' && parts ? parts : {}) };
      continue;
    }
    for (const input of inputs) {
      const before = storedValue(input, stored);
      // A date that the picker cannot show was not cleared by the person.
      const isHidden = input.type === 'Date' && readDate(String(before), input.config) === undefined;
      if (given[input.name] === undefined && !isEmpty(before) && !isHidden) {
        given[input.name] = cleared;
      }
    }
  }
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => !isSame(value, stored[name])));
}
