import { ConnectorError } from './fail.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get into a header
const control = /[\u0000-\u001f\u007f]/;

/** A line break in a header would inject another header. */
export function headerValue(name: string, value: string): string {
  if (control.test(value)) {
    throw new ConnectorError('invalid_request_parameters', `The ${name} must not contain line breaks.`);
  }
  return value;
}

/** One plain address: no list, no display name, nothing that a mail program could read as a second recipient. */
export function mailAddress(value: string): string {
  if (!/^[^\s<>,;:"()[\]\\@]{1,64}@[^\s<>,;:"()[\]\\@]{1,255}$/.test(value)) {
    throw new ConnectorError('invalid_request_parameters', 'The recipient is not an email address.');
  }
  return value;
}

/** Phone numbers are stored as digits; providers require E.164. */
export function phoneNumber(value: string): string {
  if (!/^\+?\d{1,20}$/.test(value)) {
    throw new ConnectorError('invalid_request_parameters', 'The recipient is not a phone number.');
  }
  return value.startsWith('+') ? value : `+${value}`;
}
