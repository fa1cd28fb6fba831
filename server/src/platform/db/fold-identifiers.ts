import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
/**
 * Normalizes phone numbers with and without the trunk prefix zero: `4906933712268` and `496933712268` are the same.
 * Numbers of unknown countries and other text stay unchanged.
 */
export function phoneKey(phone: string): string {
  if (!/^\d{5,20}$/.test(phone)) {
    return phone;
  }
  return parsePhoneNumberFromString(`+${phone}`)?.number.slice(1) ?? phone;
}

/** All spellings of the number, the given one first. Only one in countries where the zero is part of the number. */
export function phoneVariants(phone: string): string[] {
  const key = phoneKey(phone);
  const callingCode = parsePhoneNumberFromString(`+${key}`)?.countryCallingCode;
  const withZero = callingCode === undefined ? key : `${callingCode}0${key.slice(callingCode.length)}`;
  return [...new Set([phone, key, ...(phoneKey(withZero) === key ? [withZero] : [])])];
}
