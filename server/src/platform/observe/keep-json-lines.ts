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

/** Redirects console output, Node warnings and fatal errors to the log. Only for a dedicated process. */
export function keepJsonLines(log: Log): void {
  for (const [name, level] of Object.entries(consoleLevels)) {
    Object.assign(console, {
      [name]: (...printed: unknown[]) => {
        const err = printed.find((one) => one instanceof Error);
        log[level]({ printed: format(...printed), ...(err ? { err } : {}) }, 'printed by a library');
      },
    });
  }
  // Node's default listener prints plain text.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'node warning'));
  const end = (err: unknown) => {
    log.fatal({ err }, 'process failed');
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
