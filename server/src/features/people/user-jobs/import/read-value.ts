import type { JsonObject } from '@postern/contracts/fields';
import { isObject, parseObject } from './parse-json.ts';

/** Cells are strings; JSON may have numbers and other types. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'string') {
    return value;
  }
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

const yes = new Set(['true', 'yes', 'y', '1', 'on', 'ja', 'wahr']);
const no = new Set(['false', 'no', 'n', '0', 'off', 'nein', 'falsch']);

export function readBoolean(value: unknown): boolean | undefined {
  const word = readText(value)?.trim().toLowerCase() ?? '';
  return yes.has(word) || (no.has(word) ? false : undefined);
}

/** Smaller numbers are seconds: as milliseconds they would be before March 1973. */
const secondsUntil = 100_000_000_000;
const day = 86_400_000;

/** A time in milliseconds from milliseconds, seconds or ISO 8601; not before 1970, and at most now. */
export function readTime(value: unknown): number | undefined {
  const text = readText(value)?.trim() ?? '';
  const number = /^\d{1,15}(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
  const isIso = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/.test(text);
  // Without a time zone it is UTC, regardless of the server's zone.
  const iso = /(?:Z|[+-]\d\d:?\d\d)$/.test(text) || text.length === 10 ? text : `${text.replace(' ', 'T')}Z`;
  const time = isIso ? Date.parse(iso) : number !== undefined && number < secondsUntil ? number * 1000 : number;
  return time !== undefined && time >= 0 && time <= Date.now() + day
    ? Math.min(Math.floor(time), Date.now())
    : undefined;
}

export const readObject = (value: unknown): JsonObject | undefined =>
  typeof value === 'string' ? parseObject(value) : isObject(value) ? value : undefined;

/** `+49 (170) 123-4567` as digits; a leading 00 equals the plus. */
export const readPhone = (value: unknown): string | undefined =>
  readText(value)
    ?.trim()
    .replace(/[\s()./-]/g, '')
    .replace(/^(?:\+|00)/, '');

function listOf(text: string): unknown[] {
  const list = text.startsWith('[') ? parseObject(`{"list":${text}}`)?.list : undefined;
  return Array.isArray(list) ? list : text.split(/[;,|]/);
}

/** `admin; editor`, or a list, or JSON if a name contains a semicolon. */
export function readNames(value: unknown): string[] {
  const parts = (Array.isArray(value) ? value : listOf(readText(value) ?? '')).map(readText);
  return [...new Set(parts.flatMap((part) => part?.trim() || []))];
}
