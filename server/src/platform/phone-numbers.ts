import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * One form for all ways to write a phone number with the zero of long-distance calls or without it: `4906933712268` and
 * `496933712268` are the same. Numbers of no known country, and whatever is no number, stay as they are.
 */
export function phoneKey(phone: string): string {
  if (!/^\d{5,20}$/.test(phone)) {
    return phone;
  }
  return parsePhoneNumberFromString(`+${phone}`)?.number.slice(1) ?? phone;
}

/** All ways to write the number, the given one first. Countries where the zero counts have one way only. */
export function phoneVariants(phone: string): string[] {
  const key = phoneKey(phone);
  const callingCode = parsePhoneNumberFromString(`+${key}`)?.countryCallingCode;
  const withZero = callingCode === undefined ? key : `${callingCode}0${key.slice(callingCode.length)}`;
  return [...new Set([phone, key, ...(phoneKey(withZero) === key ? [withZero] : [])])];
}
