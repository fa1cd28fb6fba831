import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const urlOf = (file: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, file)).href);

/** The output of a process that logs like the server. */
function run(work: string) {
  const script = `
    import { createLog } from ${urlOf('log.ts')};
    import { keepJsonLines } from ${urlOf('keep-json-lines.ts')};
    keepJsonLines(createLog('info'));
    ${work}`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script], {
    encoding: 'utf8',
  });
  return {
    status,
    stderr,
    lines: stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  };
}

test.each([
  ['an exception that nothing catches', "setTimeout(() => { throw new Error('canary'); }, 1);"],
  ['a rejection that nothing handles', "void Promise.reject(new Error('canary')); setTimeout(() => undefined, 1000);"],
])('%s is logged as one line and ends the process', (_, work) => {
  expect(run(work)).toEqual({
    status: 1,
    stderr: '',
    lines: [
      expect.objectContaining({
        level: 'fatal',
        msg: 'process failed',
        err: expect.objectContaining({ message: 'canary' }),
      }),
    ],
  });
});

test('logs Node warnings and console output of libraries as JSON lines', () => {
  const { status, stderr, lines } = run(`
    console.error('two\\nlines', new Error('canary'));
    process.emitWarning('careful');`);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    ['error', 'printed by a library'],
    ['warn', 'node warning'],
  ]);
});
