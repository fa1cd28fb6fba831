import type { CustomProfileField } from '@postern/contracts/experience/custom-profile-fields';
import { inputsOf, readFields } from '../../parts/profile-fields.ts';
import type { Values } from '../../parts/step-form.tsx';
import type { Phrases } from '../../platform/phrases.ts';
import { isEmpty, readDate, type Stored, storedValue } from './print-field.ts';

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
