import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { isatty } from 'node:tty';
import { childEnvironment, nodePath, root } from './runtime.mjs';

const SAME_SIGNAL_WITHIN = 500;

/**
 * Runs a script with the right Node in the foreground and resolves with its exit code.
 *
 * `isServer`: in a separate process group, so that Ctrl-C, which the terminal sends to the whole group and npm sends
 * again, arrives exactly once, from here. Otherwise in our group, where the terminal's Ctrl-C reaches it.
 */
export function runChild(args, { env = {}, isServer = false } = {}) {
  const child = spawn(nodePath(), ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: root,
    env: { ...childEnvironment(), ...env },
    stdio: isServer ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    detached: isServer,
  });
  const lastSent = {};
  const forward = (signal) => {
    if (signal === 'SIGINT' && !isServer && isatty(0)) return;
    if (Date.now() - (lastSent[signal] ?? 0) < SAME_SIGNAL_WITHIN) return;
    lastSent[signal] = Date.now();
    child.kill(signal);
  };
  process.on('SIGINT', () => forward('SIGINT'));
  process.on('SIGTERM', () => forward('SIGTERM'));
  // Closing the terminal causes the same orderly shutdown.
  process.on('SIGHUP', () => forward('SIGTERM'));
  onParentGone(() => forward('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

/**
 * npm only signals the shell in which it runs a script, and that shell (dash on Debian) dies without forwarding the
 * signal.
 */
function onParentGone(react) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    react();
  }, 200).unref();
}
