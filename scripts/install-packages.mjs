import { execFileSync, spawnSync } from 'node:child_process';
import { SetupError } from './runtime.mjs';

const isInstalled = (name) => {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '$' + '{Status}', name], { encoding: 'utf8' });
  return stdout?.includes('install ok installed') ?? false;
};

function run(command, args) {
  const isRoot = process.getuid?.() === 0;
  const [program, ...rest] = isRoot ? [command, ...args] : ['sudo', '-n', command, ...args];
  // The tests start their own instances. RUNLEVEL=1 keeps the packages from starting services of the system.
  execFileSync(program, rest, {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  });
}

/** Installs the Debian packages that are missing. */
export function installPackages(packages) {
  const missing = packages.filter((name) => !isInstalled(name));
  if (missing.length === 0) {
    return;
  }
  console.log(`Installing ${missing.join(' ')}`);
  try {
    run('apt-get', ['update']);
    run('apt-get', ['install', '-y', '--no-install-recommends', ...missing]);
  } catch (error) {
    throw new SetupError(
      `These Debian packages could not be installed: ${missing.join(' ')}. Install them and run this again. (${error.message})`,
    );
  }
}
