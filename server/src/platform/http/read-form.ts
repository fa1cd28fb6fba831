import type { RuleSentence } from '#platform/i18n/known-sentences';
import { takeTurns } from '#platform/jobs/take-turns';
import { invalidInput } from './errors.ts';

export type FormPart = { name: string; fileName: string | undefined; type: string; body: Buffer };

/** A form has one file and few other fields; each part and each header costs time. */
const limits = { parts: 20, headerBytes: 4096, boundary: 70 };

const invalid = (reason: string) =>
  invalidInput('files', [
    { path: [], message: 'The form cannot be read: {{reason}}' satisfies RuleSentence, fill: { reason } },
  ]);

/** RFC 2046 §5.1.1: quoted if it contains special characters. */
function boundaryOf(contentType: string): Buffer {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType.slice(0, 1024)) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined || boundary.length > limits.boundary) {
    throw invalid('it has no boundary');
  }
  return Buffer.from(`--${boundary}`);
}

/** Browsers write quotes and line ends of names as `%22`, `%0D` and `%0A` (HTML, multipart form data). */
const unescapeName = (text: string | undefined) =>
  text?.replace(/%(22|0D|0A)/gi, (escaped) => decodeURIComponent(escaped));

function readPart(part: Buffer): FormPart {
  const end = part.subarray(0, limits.headerBytes).indexOf('\r\n\r\n');
  if (end < 0) {
    throw invalid('the headers of a part are too long or do not end');
  }
  const headers = part.subarray(0, end).toString('utf8').split('\r\n');
  const headerOf = (name: string) =>
    headers
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim() ?? '';
  const disposition = headerOf('content-disposition');
  const field = (name: string) => {
    const [, quoted, plain] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;"]+))`, 'i').exec(disposition) ?? [];
    return unescapeName(quoted ?? plain);
  };
  const name = field('name');
  if (name === undefined || !/^form-data\b/i.test(disposition)) {
    throw invalid('a part has no name');
  }
  return { name, fileName: field('filename'), type: headerOf('content-type'), body: part.subarray(end + 4) };
}

const windowBytes = 1024 * 1024;

/** Like `indexOf`, with pauses for other requests. */
async function find(body: Buffer, text: Buffer, start: number): Promise<number> {
  const turn = takeTurns();
  for (let from = start; from < body.length; from += windowBytes) {
    const at = body.subarray(from, from + windowBytes + text.length - 1).indexOf(text);
    if (at >= 0) {
      return from + at;
    }
    await turn();
  }
  return -1;
}

/**
 * Reads a form (RFC 7578) in one pass. Refuses a form with many parts before it reads them: the parser of the platform
 * takes a second for a hundred thousand, and blocks all other requests.
 */
export async function readForm(body: Buffer, contentType: string): Promise<FormPart[]> {
  const boundary = boundaryOf(contentType);
  const separator = Buffer.concat([Buffer.from('\r\n'), boundary]);
  if (!body.subarray(0, boundary.length).equals(boundary)) {
    throw invalid('it does not begin with its boundary');
  }
  const parts: FormPart[] = [];
  let start = boundary.length;
  while (body.subarray(start, start + 2).toString('latin1') !== '--') {
    const end = await find(body, separator, start);
    if (end < 0 || body.subarray(start, start + 2).toString('latin1') !== '\r\n') {
      throw invalid('it is not complete');
    }
    if (parts.length >= limits.parts) {
      throw invalid(`it has more than ${limits.parts} parts`);
    }
    parts.push(readPart(body.subarray(start + 2, end)));
    start = end + separator.length;
  }
  return parts;
}
