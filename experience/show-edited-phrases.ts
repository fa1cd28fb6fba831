import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { englishFiles } from '../scripts/phrases/files.mjs';

const root = join(import.meta.dirname, '..');
const translated = /^translations\/([\w-]+)\/(.+\.pages)\.json$/;

/** While the development server runs, changed texts appear on open pages without a reload. */
export function showEditedPhrases(): Plugin {
  return {
    name: 'postern:show-edited-phrases',
    apply: 'serve',
    handleHotUpdate({ file, server }) {
      const path = file.replaceAll('\\', '/').slice(root.length + 1);
      const english = [...englishFiles()].find(([name, one]) => one === path && name.endsWith('.pages'))?.[0];
      const [, code = 'en', name = english] = translated.exec(path) ?? [];
      if (!name) {
        return undefined;
      }
      server.ws.send('postern:pages', { name, code, texts: JSON.parse(readFileSync(file, 'utf8')) });
      return [];
    },
  };
}
