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

/** Thrown while a row is printed that would be too long, because other requests wait meanwhile (attack 54). */
const tooLong = Symbol('the row is too long');

/** Undefined if the row is too long: the rest of it is not visited then. */
function print(payload: Record<string, unknown>, maxLength: number): string | undefined {
  let left = maxRowLength;
  // About what is written in the end, and not more.
  const take = (length: number) => {
    left -= length;
    if (left < 0) {
      throw tooLong;
    }
  };
  const write = (name: string, value: unknown): unknown => {
    const plain = plainName(name);
    if (scriptName.test(plain)) {
      return undefined;
    }
    const shown = secretName.test(plain) ? mask(plain, value) : value;
    if (typeof shown === 'string') {
      const text = storable(shown, maxLength);
      take(text.length);
      return text;
    }
    if (typeof shown === 'bigint') {
      return String(shown);
    }
    if (typeof shown !== 'object' || shown === null || Array.isArray(shown)) {
      return shown;
    }
    // Field names of a payload can come from a request too.
    return withStorableNames(shown, take);
  };
  try {
    const text = JSON.stringify(payload, (name, value) => {
      const shown = write(name, value);
      take(shown === undefined ? 0 : 1);
      return shown;
    });
    return text.length <= maxRowLength ? text : undefined;
  } catch (error) {
    if (error === tooLong) {
      return undefined;
    }
    throw error;
  }
}

/** `"":1,` */
const shortestMember = 5;

function withStorableNames(value: object, take: (length: number) => void): object {
  const names = Object.keys(value);
  if (names.length * shortestMember > maxRowLength) {
    throw tooLong;
  }
  let areStorable = true;
  for (const name of names) {
    take(Math.min(name.length, maxValueLengthOfLargeRow) + 2);
    areStorable &&= name.length <= maxValueLengthOfLargeRow && isStorable(name);
  }
  return areStorable
    ? value
    : Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [storable(name, maxValueLengthOfLargeRow), inner]),
      );
}

/** Serializes the payload for storage: without secrets, storable, and within the limit of a row. */
export function printPayload(payload: Record<string, unknown>): string {
  const whole = print(payload, maxValueLength) ?? print({ ...payload, isCut: true }, maxValueLengthOfLargeRow);
  if (whole !== undefined) {
    return whole;
  }
  const kept = Object.fromEntries(commonFields.map((name) => [name, payload[name]]));
  return print({ ...kept, isCut: true }, maxValueLengthOfLargeRow) ?? '{"isCut":true}';
}
