import { format } from 'node:util';
import type { Log } from './log.ts';

const consoleLevels = {
  debug: 'debug',
  error: 'error',
  info: 'info',
  log: 'info',
  trace: 'debug',
  warn: 'warn',
} as const;

/** What libraries print, Node's warnings and what ends the process become lines of the log. For a process of its own only. */
export function keepJsonLines(log: Log): void {
  for (const [name, level] of Object.entries(consoleLevels)) {
    Object.assign(console, {
      [name]: (...printed: unknown[]) => {
        const err = printed.find((one) => one instanceof Error);
        log[level]({ printed: format(...printed), ...(err ? { err } : {}) }, 'printed by a library');
      },
    });
  }
  // Node's own listener prints plain text.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'node warning'));
  const end = (err: unknown) => {
    log.fatal({ err }, 'process failed');
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
