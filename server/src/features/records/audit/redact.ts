const maxRowLength = 64 * 1024;
const maxValueLength = 8 * 1024;
const maxValueLengthOfLargeRow = 256;

/** Values with these names are secrets at any depth. Names are compared in lower case, without _ and -. */
const secretName =
  /secret|password|apikey|privatekey|credential|cookie|token$|^(?:authorization|clientassertion|codeverifier)$/;
/** Scripts and their variables are too large to be useful, and may contain secrets. */
const scriptName = /^script|script$|environmentvariables/;

const plainName = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, '');

const nameOfSecret = (value: unknown) =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
    ? { name: value.name }
    : undefined;

/** A flag such as `hasPassword` says nothing about the secret, and neither does the name of an application secret. */
function mask(name: string, value: unknown): unknown {
  const isFlag = typeof value === 'boolean' || value === undefined || value === null;
  return isFlag ? value : ((name === 'applicationsecret' ? nameOfSecret(value) : undefined) ?? '******');
}

/** Common fields that must be kept even if a row is too large. */
const commonFields = [
  'key',
  'result',
  'userId',
  'applicationId',
  'sessionId',
  'ip',
  'userAgent',
  'hookId',
  'deliveryId',
];

/** jsonb rejects NUL and unpaired surrogates. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

function storable(text: string, maxLength: number): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return (cut.includes('\0') ? cut.replaceAll('\0', '') : cut).toWellFormed();
}

function print(payload: Record<string, unknown>, maxLength: number): string {
  return JSON.stringify(payload, (name, value) => {
    const plain = plainName(name);
    if (scriptName.test(plain)) {
      return undefined;
    }
    const shown = secretName.test(plain) ? mask(plain, value) : value;
    if (typeof shown === 'string') {
      return storable(shown, maxLength);
    }
    if (typeof shown === 'bigint') {
      return String(shown);
    }
    // Field names of a payload can come from a request too.
    return typeof shown === 'object' && shown !== null && !Array.isArray(shown) ? withStorableNames(shown) : shown;
  });
}

function withStorableNames(value: object): object {
  const names = Object.keys(value);
  return names.every((name) => name.length <= maxValueLengthOfLargeRow && isStorable(name))
    ? value
    : Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [storable(name, maxValueLengthOfLargeRow), inner]),
      );
}

/** Serializes the payload for storage: without secrets, storable, and within the limit of a row. */
export function printPayload(payload: Record<string, unknown>): string {
  const whole = print(payload, maxValueLength);
  if (whole.length <= maxRowLength) {
    return whole;
  }
  const shortened = print({ ...payload, isCut: true }, maxValueLengthOfLargeRow);
  if (shortened.length <= maxRowLength) {
    return shortened;
  }
  const kept = Object.fromEntries(commonFields.map((name) => [name, payload[name]]));
  return print({ ...kept, isCut: true }, maxValueLengthOfLargeRow);
}
