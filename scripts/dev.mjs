// `npm run dev`: the server starts again when its code changes, the web apps are built again when theirs does.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import { buildStaleApps, hasFreshApps, viteOf } from './build.mjs';
import { childEnvironment, nodePath, root, runMain } from './runtime.mjs';

const env = { ...childEnvironment(), EDITION: process.env.EDITION || 'oss' };

function begin(args, cwd = root) {
  const child = spawn(nodePath(), ['--disable-warning=ExperimentalWarning', ...args], { cwd, env, stdio: 'inherit' });
  const ended = new Promise((resolve) => {
    child.once('error', resolve).once('exit', resolve);
  });
  return { child, ended };
}

await runMain(async () => {
  // The server wants something to serve before the first watched build is through.
  if (!hasFreshApps()) await buildStaleApps();
  const children = [
    begin(['--watch', '--watch-preserve-output', join('server', 'src', 'main.ts')]),
    ...['console', 'experience'].map((app) => begin([viteOf(app), 'build', '--watch'], join(root, app))),
  ];
  const stop = () => {
    for (const { child } of children) child.kill('SIGTERM');
  };
  // The terminal sends Ctrl-C to all of them itself.
  process.on('SIGINT', () => isatty(0) || stop());
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, stop);
  // One that ends by itself is broken: half a development server is worse than none.
  await Promise.race(children.map(({ ended }) => ended));
  stop();
  await Promise.all(children.map(({ ended }) => ended));
});
