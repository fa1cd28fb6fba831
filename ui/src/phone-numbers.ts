import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

/** E.164 digits without the plus. Undefined for a number that is not possible in any country. */
export function readPhone(text: string, region?: string): string | undefined {
  const defaultCountry = region && isSupportedCountry(region) ? region : undefined;
  const number = parsePhoneNumberFromString(text.replace(/^\s*00/, '+'), { defaultCountry, extract: false });
  return number?.isPossible() ? number.number.slice(1) : undefined;
}

/** Grouped as in its country; a number that matches no country stays ungrouped. */
export function printPhone(digits: string): string {
  const number = parsePhoneNumberFromString(`+${digits}`);
  // The library also accepts a zero between country code and number, but would print the number without it.
  return number?.isPossible() && number.number === `+${digits}` ? number.formatInternational() : `+${digits}`;
}

export const isRegion = (text: string): text is CountryCode => isSupportedCountry(text);

export const callingCodeOf = (region: CountryCode): string => getCountryCallingCode(region);

/** All regions with their localized names, sorted in the order of the language. */
export function listRegions(language: string): { region: CountryCode; name: string; code: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return getCountries()
    .map((region) => ({ region, code: getCountryCallingCode(region), name: names.of(region) ?? region }))
    .sort((one, two) => one.name.localeCompare(two.name, language));
}
