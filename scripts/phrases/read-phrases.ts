import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';

/** Phrases as they are written: texts, lists of texts, and groups of them. */
type Tree = { readonly [key: string]: unknown };
/** Texts by their path, such as `users.title`. */
export type Texts = Map<string, string>;

/** Imports of types, and constants: such a file is the same without the types. */
const plain = /^(?:import type [^\n]*\n|\s*\n|export const \w+(?:: [^=\n]+)? = \{\n.*?\n\}(?: as const)?;\n)*$/s;

/**
 * The constants that a file exports. Node needs two milliseconds to import a TypeScript file, and there are a thousand
 * of these, so the usual ones are evaluated without their types.
 */
export async function readConstants(file: string): Promise<Tree> {
  const source = readFileSync(file, 'utf8');
  if (!plain.test(source)) {
    return { ...(await import(pathToFileURL(file).href)) };
  }
  const script = source
    .replace(/^import type [^\n]*\n/gm, '')
    .replace(/^export const (\w+)(?:: [^=\n]+)? = /gm, 'found.$1 = ')
    .replace(/^\} as const;/gm, '};');
  const found: Record<string, unknown> = {};
  runInNewContext(script, { found }, { filename: file });
  return found;
}

export function flatten(value: unknown, path = '', texts: Texts = new Map()): Texts {
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      flatten(inner, path ? `${path}.${key}` : key, texts);
    }
  } else {
    texts.set(path, String(value));
  }
  return texts;
}
