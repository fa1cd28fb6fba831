import { execFile } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const cache = new URL('../.cache/', import.meta.url).pathname;

/** Builds a Go file with published modules, in a folder of its own below `.cache`. Returns the path of the program. */
export async function goProgram(name: string, source: string, modules: Record<string, string>): Promise<string> {
  const folder = join(cache, `real-${name}`);
  await mkdir(folder, { recursive: true });
  await copyFile(source, join(folder, 'main.go'));
  const required = Object.entries(modules).map(([path, version]) => `require ${path} v${version}`);
  await writeFile(join(folder, 'go.mod'), ['module client', 'go 1.26', ...required, ''].join('\n'));
  const options = { cwd: folder, env: { ...process.env, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' } };
  await run('go', ['mod', 'tidy'], options);
  await run('go', ['build', '-o', 'client', '.'], options);
  return join(folder, 'client');
}
