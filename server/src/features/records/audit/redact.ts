const maxRowLength = 64 * 1024;
const maxValueLength = 8 * 1024;
const maxValueLengthOfLargeRow = 256;

/** Values with these names are secrets at any depth; compared in lower case. */
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
    if (secretNames.has(name.toLowerCase()) && value !== undefined && value !== null) {
      return '******';
    }
    if (typeof value === 'string') {
      return storable(value, maxLength);
    }
    if (typeof value === 'bigint') {
      return String(value);
    }
    // Field names of a payload can come from a request too.
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
