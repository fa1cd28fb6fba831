import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = new URL('..', import.meta.url).pathname;

/** A Python with packages of PyPI, which are installed once below `.cache`. Returns its path. */
export async function pythonWith(packages: readonly string[], name = 'real-python'): Promise<string> {
  const folder = join(root, '.cache', name);
  const python = join(folder, 'bin/python');
  if (!existsSync(python)) {
    await run('python3', ['-m', 'venv', folder]);
  }
  await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages]);
  return python;
}

/** Runs a script of `real/python` with packages of PyPI. */
export async function runPython(script: string, packages: readonly string[], args: readonly string[]): Promise<string> {
  const python = await pythonWith(packages);
  const { stdout } = await run(python, [join(root, 'real/python', script), ...args], { maxBuffer: 16 * 1024 * 1024 });
  return stdout;
}
