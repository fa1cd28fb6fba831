import {
  addressParts,
  fullnameParts,
  type ProfileFieldConfig,
  type ProfileFieldPart,
  type ProfileFieldType,
  reservedFieldNames,
  type SaveProfileField,
} from '@postern/contracts/experience/custom-profile-fields';
import { customDateFormat, dateFormats, isDatePattern } from '@postern/contracts/experience/date-pattern';
import { AppError, invalidField } from '#platform/http/errors';

const includes = (list: readonly string[], name: string) => list.includes(name);

/** Allows letters and digits, and no reserved name. */
export function checkName(name: string): void {
  if (!/^[\dA-Za-z]+$/.test(name)) {
    throw new AppError('custom_profile_fields.invalid_name');
  }
  const values = { name };
  if (includes(reservedFieldNames.builtIn, name)) {
    throw new AppError('custom_profile_fields.name_conflict_built_in_prop', { values });
  }
  // Keys of Object.prototype could not be stored as plain values.
  if (includes(reservedFieldNames.customData, name) || name in Object.prototype) {
    throw new AppError('custom_profile_fields.name_conflict_custom_data', { values });
  }
  if (includes(reservedFieldNames.identifier, name)) {
    throw new AppError('custom_profile_fields.name_conflict_sign_in_identifier', { values });
  }
}

type Key = keyof ProfileFieldConfig;

/** The config keys that each type allows. */
const allowedKeys: Record<ProfileFieldType, readonly Key[]> = {
  Text: ['placeholder', 'minLength', 'maxLength'],
  Number: ['placeholder', 'minValue', 'maxValue'],
  Date: ['placeholder', 'format', 'customFormat'],
  Checkbox: ['defaultValue'],
  Select: ['placeholder', 'options'],
  Url: ['placeholder'],
  Regex: ['placeholder', 'format'],
  Address: ['parts'],
  Fullname: ['parts'],
};

const isRange = (min: number | undefined, max: number | undefined) =>
  min === undefined || max === undefined || min <= max;

function isRegex(pattern: string | undefined): boolean {
  if (!pattern) {
    return false;
  }
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}

function areOptions(options: ProfileFieldConfig['options']): boolean {
  const values = options?.map(({ value }) => value) ?? [];
  return values.length > 0 && values.every(Boolean) && new Set(values).size === values.length;
}

function checkParts(parts: ProfileFieldPart[] | undefined, names: readonly string[], code: PartsCode): void {
  const given = parts?.map(({ name }) => name) ?? [];
  const isKnown = given.every((name) => names.includes(name)) && new Set(given).size === given.length;
  if (!isKnown || !parts?.some(({ enabled }) => enabled)) {
    throw new AppError(code);
  }
  for (const part of parts) {
    if (part.type === 'Address' || part.type === 'Fullname') {
      throw new AppError('custom_profile_fields.invalid_sub_component_type');
    }
    checkField(part);
  }
}
type PartsCode =
  | 'custom_profile_fields.invalid_address_components'
  | 'custom_profile_fields.invalid_fullname_components';

/** Rules of a type that its schema does not cover; each has its own error code. */
const rules: Record<ProfileFieldType, (config: ProfileFieldConfig, isGiven: boolean) => void> = {
  Text: ({ minLength, maxLength }) => {
    if (!isRange(minLength, maxLength)) {
      throw new AppError('custom_profile_fields.invalid_min_max_input');
    }
  },
  Number: ({ minValue, maxValue }) => {
    if (!isRange(minValue, maxValue)) {
      throw new AppError('custom_profile_fields.invalid_min_max_input');
    }
  },
  Date: ({ format, customFormat }, isGiven) => {
    if (isGiven && !format) {
      throw invalidField(['config', 'format'], 'A date field needs a format.');
    }
    if (format === 'custom' && !customFormat) {
      throw invalidField(['config', 'customFormat'], 'Set customFormat, because the format is custom.');
    }
    if (format && format !== customDateFormat && !dateFormats.includes(format)) {
      throw invalidField(['config', 'format'], 'Use MM/dd/yyyy, dd/MM/yyyy, yyyy-MM-dd or custom.');
    }
    if (format === customDateFormat && customFormat && !isDatePattern(customFormat)) {
      throw invalidField(['config', 'customFormat'], 'Use yyyy, MM or M, and dd or d once each, with separators.');
    }
  },
  Checkbox: ({ defaultValue }, isGiven) => {
    if (isGiven && defaultValue !== 'true' && defaultValue !== 'false') {
      throw new AppError('custom_profile_fields.invalid_default_value');
    }
  },
  Select: ({ options }) => {
    if (!areOptions(options)) {
      throw new AppError('custom_profile_fields.invalid_options');
    }
  },
  Url: () => undefined,
  Regex: ({ format }) => {
    if (!isRegex(format)) {
      throw new AppError('custom_profile_fields.invalid_regex_format');
    }
  },
  Address: ({ parts }) => checkParts(parts, addressParts, 'custom_profile_fields.invalid_address_components'),
  Fullname: ({ parts }) => checkParts(parts, fullnameParts, 'custom_profile_fields.invalid_fullname_components'),
};

/** Throws if a field, or a part of one, is invalid. */
export function checkField({ type, required, description, config }: SaveProfileField): void {
  if (type === 'Checkbox' && (required || (description ?? null) !== null)) {
    throw invalidField(
      [required ? 'required' : 'description'],
      'A checkbox cannot be required and has no description.',
    );
  }
  const foreign = Object.keys(config ?? {}).find((key) => !includes(allowedKeys[type], key));
  if (foreign) {
    throw invalidField(['config', foreign], 'A field of the type {{type}} has no {{foreign}}.', { type, foreign });
  }
  rules[type](config ?? {}, config !== undefined);
}
