const maxRowLength = 64 * 1024;
const maxValueLength = 8 * 1024;
const maxValueLengthOfLargeRow = 256;

/** Values under these names are secrets wherever they stand; compared in lower case. */
const secretNames = new Set([
  'password',
  'secret',
  'client_secret',
  'clientsecret',
  'client_assertion',
  'code_verifier',
  'access_token',
  'refresh_token',
  'id_token',
  'subject_token',
  'actor_token',
  'authorization',
  'cookie',
]);

/** Fields that every reader of the trail looks for, so that they survive a row that is too large. */
const commonFields = ['key', 'result', 'userId', 'applicationId', 'sessionId', 'ip', 'userAgent'];

/** jsonb refuses NUL and halves of surrogate pairs. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

function storable(text: string, maxLength: number): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return (cut.includes('\0') ? cut.replaceAll('\0', '') : cut).toWellFormed();
}

function print(payload: Record<string, unknown>, maxLength: number): string {
  return JSON.stringify(payload, (name, value) => {
    if (secretNames.has(name.toLowerCase()) && value !== undefined && value !== null) {
      return '******';
    }
    if (typeof value === 'string') {
      return storable(value, maxLength);
    }
    if (typeof value === 'bigint') {
      return String(value);
    }
    // The names of a payload's fields can come from a request too.
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? withStorableNames(value) : value;
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

/** The payload as it is stored: without secrets, storable, and never longer than a row may be. */
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
