import type { CustomProfileField } from '@postern/contracts/experience/custom-profile-fields';
import { inputsOf, readFields } from '../../parts/profile-fields.ts';
import type { Values } from '../../parts/step-form.tsx';
import type { Phrases } from '../../platform/phrases.ts';
import { readDate, type Stored, storedValue } from './print-field.ts';

/** No address and one without parts are the same. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === (JSON.stringify(other) ?? '{}');

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/**
 * What the form changes. Values that were cleared become `cleared`, because the profile is merged key by key and none is dropped; an
 * address takes the place of the old one, so that parts which are not asked for must go along.
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
      // A date that the picker cannot show was not cleared by anybody.
      const isHidden = input.type === 'Date' && readDate(String(before), input.config) === undefined;
      if (given[input.name] === undefined && !isEmpty(before) && !isHidden) {
        given[input.name] = cleared;
      }
    }
  }
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => !isSame(value, stored[name])));
}
