import type { MessagePayload } from './interface.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (value: string) => value.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get into a header
const onOneLine = (value: string) => value.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ');

/** The value of a path such as `user.name` in the payload; primitive own properties only. */
function valueAt(payload: MessagePayload, path: string): string {
  let value: unknown = payload;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) {
      return '';
    }
    value = (value as Record<string, unknown>)[name];
  }
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}

/** How values are written: escaped in HTML, on one line in a header, without angle brackets in an address. */
export type Place = 'html' | 'text' | 'header' | 'address';

const writers: Record<Place, (value: string) => string> = {
  html: escapeHtml,
  text: (value) => value,
  header: onOneLine,
  // A name with angle brackets could name another address.
  address: (value) => onOneLine(value).replace(/[<>]/g, ''),
};

/**
 * Replaces `{{code}}`, `{{link}}` and paths such as `{{application.name}}` in one pass: placeholders in values are not
 * filled. Unknown paths and other expressions in double braces are removed.
 */
export function fillTemplate(template: string, payload: MessagePayload, place: Place): string {
  const write = writers[place];
  return template.replace(/\{\{([^{}]{0,512})\}\}/g, (_, inner: string) => write(valueAt(payload, inner.trim())));
}
