import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { englishFiles } from '../scripts/phrases/files.mjs';

const ending = /_(zero|one|two|few|many|other)$/;
const baseOf = (key) => key.replace(ending, '');
const isGroup = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A translation with the English texts that it lacks. A phrase with a number keeps the forms of one language. */
export function fillTexts(english, translated) {
  const counted = new Set(
    Object.keys(translated)
      .filter((key) => ending.test(key))
      .map(baseOf),
  );
  const filled = { ...translated };
  for (const [key, text] of Object.entries(english)) {
    const own = translated[key];
    if (isGroup(text)) {
      filled[key] = fillTexts(text, isGroup(own) ? own : {});
    } else if (own === undefined && !(ending.test(key) && counted.has(baseOf(key)))) {
      filled[key] = text;
    }
  }
  return filled;
}

const pattern = /\/translations\/([\w-]+)\/([^/]+)\.json$/;
const englishPattern = /\/console\/src\/(?:features|platform)\/.*phrases\.en\.json$/;

/** The group in the keys of a file: `people.user-list` has the texts of `userList.…`. */
const groupOf = (name) => name.split('.')[1].replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/**
 * Adds the English texts that a translation lacks, when it is loaded, so that no browser loads two languages. While the
 * development server runs, changed texts appear on open pages without a reload.
 */
export function fillTranslations(root) {
  let names = englishFiles();
  const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
  const filled = (code, name) => {
    const english = names.get(name);
    const translated = read(join(root, 'translations', code, `${name}.json`));
    return english ? fillTexts(read(join(root, english)), translated) : translated;
  };
  return {
    name: 'postern:fill-translations',
    transform: {
      order: 'pre',
      filter: { id: pattern },
      handler(_code, id) {
        const [, code, name] = pattern.exec(id.replaceAll('\\', '/')) ?? [];
        return code ? { code: JSON.stringify(filled(code, name)), map: null } : undefined;
      },
    },
    handleHotUpdate({ file, server }) {
      const path = file.replaceAll('\\', '/');
      const [, code, translated] = pattern.exec(path) ?? [];
      names = englishFiles();
      const name = translated ?? [...names].find(([, english]) => path.endsWith(`/${english}`))?.[0];
      if (!name || !(translated || englishPattern.test(path)) || /\.(server|pages)$/.test(name)) return undefined;
      const texts = translated ? filled(code, name) : read(file);
      server.ws.send('postern:phrases', { code: code ?? 'en', group: groupOf(name), texts });
      return [];
    },
  };
}
