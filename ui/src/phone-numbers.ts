import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

/** Digits of E.164 without the plus. Undefined for a number that no country could have. */
export function readPhone(text: string, region?: string): string | undefined {
  const defaultCountry = region && isSupportedCountry(region) ? region : undefined;
  const number = parsePhoneNumberFromString(text.replace(/^\s*00/, '+'), { defaultCountry, extract: false });
  return number?.isPossible() ? number.number.slice(1) : undefined;
}

/** Grouped as its country groups it; a number that fits no country stays one row of digits. */
export function printPhone(digits: string): string {
  const number = parsePhoneNumberFromString(`+${digits}`);
  // The library also understands a zero between country and number. It would print that number without it.
  return number?.isPossible() && number.number === `+${digits}` ? number.formatInternational() : `+${digits}`;
}

export const isRegion = (text: string): text is CountryCode => isSupportedCountry(text);

export const callingCodeOf = (region: CountryCode): string => getCountryCallingCode(region);

/** All regions by their names in a language, in its order. */
export function listRegions(language: string): { region: CountryCode; name: string; code: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return getCountries()
    .map((region) => ({ region, code: getCountryCallingCode(region), name: names.of(region) ?? region }))
    .sort((one, two) => one.name.localeCompare(two.name, language));
}
