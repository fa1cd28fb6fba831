import type { Translation } from '../../experience/custom-phrases.ts';
import { mergePhrases } from '../merge.ts';
import type { WireTexts } from './en.ts';
import { type WireEntry, wireTable } from './table.ts';
import { variants } from './variants.ts';

const entries = Object.entries(wireTable);

function find(phrases: Translation, path: readonly string[]): string | undefined {
  let here: unknown = phrases;
  for (const part of path) {
    here = typeof here === 'object' && here !== null && Object.hasOwn(here, part) ? Reflect.get(here, part) : undefined;
  }
  return typeof here === 'string' ? here : undefined;
}

/** The paths come from our tables, never from a request. */
function put(phrases: Translation, [first = '', ...rest]: readonly string[], text: string): void {
  if (rest.length === 0) {
    phrases[first] = text;
    return;
  }
  const group = phrases[first];
  const below = typeof group === 'object' && !Array.isArray(group) ? group : {};
  phrases[first] = below;
  put(below, rest, text);
}

const phrasePath = (path: string) => path.split('/');
const wirePath = (key: string) => key.split('.');

/** Renames `{{name}}`. Drops formats of i18next, as in `{{name, uppercase}}`, which the pages do not support. */
const rename = (text: string, nameFor: (name: string) => string) =>
  text.replace(/\{\{[\s-]*(\w+)\s*(?:,[^{}]*)?\}\}/g, (_, name: string) => nameFor(name));

const anElement = /<(\w+)>[^<]*<\/\1>|<\w+ ?\/>/;

/** Converts a tenant's text of a wire key to a phrase of our pages. */
function toPhrase(text: string, { names = {}, links, frame, only }: WireEntry): string {
  const renamed = rename(text, (name) => `{{${only ?? (Object.hasOwn(names, name) ? names[name] : name)}}}`);
  if (links) {
    return anElement.test(renamed) ? renamed.replace(anElement, '{{links}}') : `${renamed.trimEnd()} {{links}}`;
  }
  return frame ? frame.replace('$', () => renamed.trim()) : renamed;
}

/** The part of a tenant's texts under wire keys, or the part under our own keys. */
function partOf(own: Translation, isWire: boolean, above = ''): Translation {
  const part: Translation = {};
  for (const [key, value] of Object.entries(own)) {
    const path = above + key;
    if (typeof value === 'object' && !Array.isArray(value)) {
      const group = partOf(value, isWire, `${path}.`);
      if (Object.keys(group).length > 0) {
        part[key] = group;
      }
    } else if (Object.hasOwn(wireTable, path) === isWire) {
      part[key] = value;
    }
  }
  return part;
}

export const wirePartOf = (own: Translation): Translation => partOf(own, true);
export const ourPartOf = (own: Translation): Translation => partOf(own, false);

/** Converts a tenant's texts under wire keys to phrases of our pages. */
export function wordingFromWire(own: Translation): Translation {
  const worded: Translation = {};
  for (const [key, entry] of entries) {
    const text = entry.words && find(own, wirePath(key));
    if (text) {
      for (const path of entry.words ?? []) {
        if (find(worded, phrasePath(path)) === undefined) {
          put(worded, phrasePath(path), toPhrase(text, entry));
        }
      }
    }
  }
  for (const [variant, phrase] of Object.entries(variants)) {
    if (find(own, phrasePath(phrase)) !== undefined) {
      remove(worded, phrasePath(variant));
    }
  }
  return worded;
}

function remove(phrases: Translation, [group = '', key = '']: readonly string[]): void {
  const found = phrases[group];
  if (typeof found === 'object' && !Array.isArray(found)) {
    delete found[key];
  }
}

/** A tenant's texts for our pages. Texts under our own keys override those under wire keys. */
export const wordingForPages = (own: Translation): Translation => mergePhrases(wordingFromWire(own), ourPartOf(own));

/** Converts one of our phrases to the text of a wire key. */
function toWireText(phrase: string, { names = {}, inline = {}, links, capital }: WireEntry, phrases: Translation) {
  const wireNames = new Map(Object.entries(names).map(([wire, our]) => [our, wire]));
  const text = rename(phrase, (name) => {
    if (links && name === 'links') {
      return '<link></link>';
    }
    const filled = Object.hasOwn(inline, name) ? inline[name] : undefined;
    return filled ? (find(phrases, phrasePath(filled)) ?? '') : `{{${wireNames.get(name) ?? name}}}`;
  });
  return capital ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** All wire keys that have a text without the tenant, from our phrases and the texts of keys without a counterpart. */
export function wirePhrases(phrases: Translation, texts: WireTexts): Translation {
  const wire: Translation = {};
  for (const [key, entry] of entries) {
    if (entry.optional) {
      continue;
    }
    const phrase = entry.text && find(phrases, phrasePath(entry.text));
    // The test of the table ensures that every key has one of these texts.
    const text =
      phrase === undefined ? texts[(entry.like ?? key) as keyof WireTexts] : toWireText(phrase, entry, phrases);
    put(wire, wirePath(key), text);
  }
  return wire;
}

/** Every key that a tenant may have a text for. */
export function wireKeys(): Translation {
  const all: Translation = {};
  for (const [key] of entries) {
    put(all, wirePath(key), key);
  }
  return all;
}
