// Without zod, because the sign-in pages import it too.

/** Formats of dates by their names on the wire, and the word for a format of the tenant's own. */
export const dateFormats: readonly string[] = ['MM/dd/yyyy', 'dd/MM/yyyy', 'yyyy-MM-dd'];
export const customDateFormat = 'custom';
const isoDate = 'yyyy-MM-dd';

/** Longer dates could not be entered. */
const maxDatePattern = 32;

/** A format that people can follow: year, month and day once each, with separators and no other letters or digits. */
export function isDatePattern(pattern: string): boolean {
  const rest = ['yyyy', 'MM?', 'dd?']
    .map((part) => new RegExp(part))
    .reduce((text, part) => text.replace(part, '\n'), pattern);
  return pattern.length <= maxDatePattern && rest.split('\n').length === 4 && !/[a-z\d]/i.test(rest);
}

type DateConfig = { format?: string | undefined; customFormat?: string | undefined };

/** The format of a date field. Invalid formats of older releases are read as ISO dates. */
export function datePatternOf({ format, customFormat }: DateConfig): string {
  const pattern = (format === customDateFormat ? customFormat : format) ?? isoDate;
  return isDatePattern(pattern) ? pattern : isoDate;
}
