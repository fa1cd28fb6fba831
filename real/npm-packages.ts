import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const real = new URL('.', import.meta.url).pathname;
const cache = new URL('../.cache/', import.meta.url).pathname;

/** Installs published packages once, in a folder of their own below `.cache`. Returns a function that runs their programs. */
export async function npmPackages(name: string, packages: Record<string, string>) {
  const folder = join(cache, `real-${name}`);
  const wanted = JSON.stringify({ private: true, type: 'module', dependencies: packages });
  const stamp = join(folder, `.installed-${Object.entries(packages).flat().join('-').replace(/\W/g, '_')}`);
  if (!existsSync(stamp)) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), wanted);
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder });
    await writeFile(stamp, '');
  }
  return {
    folder,
    /** Copies a file of `real` and what it imports next to the packages. Returns the path of the first copy. */
    async copy(...files: string[]): Promise<string> {
      const copies = files.map((file) => [join(real, file), join(folder, basename(file))] as const);
      await Promise.all(copies.map(([from, to]) => copyFile(from, to)));
      return copies[0]?.[1] ?? '';
    },
    /** Runs a program of the packages with this Node; returns what it prints, also if it finds faults. */
    async run(program: string, args: readonly string[]): Promise<{ code: number; output: string }> {
      const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, REDOCLY_TELEMETRY: 'off' } };
      try {
        const { stdout } = await run(process.execPath, [join(folder, 'node_modules', program), ...args], options);
        return { code: 0, output: stdout };
      } catch (error) {
        const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string };
        if (typeof code !== 'number') {
          throw error;
        }
        return { code, output: stdout || stderr || '' };
      }
    },
  };
}
