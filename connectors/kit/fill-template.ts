import type { MessagePayload } from './interface.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (value: string) => value.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get into a header
const onOneLine = (value: string) => value.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ');

/** `user.name` in what the message knows; only plain values, and nothing that an object has by birth. */
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

/** How values are written: in HTML they must stay text, in a header they must stay on their line. */
export type Place = 'html' | 'text' | 'header';

const writers: Record<Place, (value: string) => string> = {
  html: escapeHtml,
  text: (value) => value,
  header: onOneLine,
};

/**
 * Replaces `{{code}}`, `{{link}}` and paths such as `{{application.name}}`. One pass: a value that looks like a
 * placeholder stays what it is. What the message does not know is left out, and so is whatever else stands in such braces.
 */
export function fillTemplate(template: string, payload: MessagePayload, place: Place): string {
  const write = writers[place];
  return template.replace(/\{\{([^{}]{0,512})\}\}/g, (_, inner: string) => write(valueAt(payload, inner.trim())));
}
