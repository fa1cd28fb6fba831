import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = new URL('..', import.meta.url).pathname;
const folder = join(root, '.cache/real-python');

/** Runs a script of `real/python` with packages of PyPI, which are installed once below `.cache`. */
export async function runPython(script: string, packages: readonly string[], args: readonly string[]): Promise<string> {
  const python = join(folder, 'bin/python');
  if (!existsSync(python)) {
    await run('python3', ['-m', 'venv', folder]);
  }
  await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages]);
  const { stdout } = await run(python, [join(root, 'real/python', script), ...args], { maxBuffer: 16 * 1024 * 1024 });
  return stdout;
}
