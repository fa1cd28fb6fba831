// A thread that compares texts with regular expressions of tenants, one question at a time.
import { createContext, Script } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import type { Answer, Question } from './match.ts';

const regexMs = 20;
const attempts = 5;

const context = createContext({ pattern: '', flags: [''], texts: [''] });
const script = new Script('texts.some((text) => flags.some((flag) => new RegExp(pattern, flag).test(text)))');

/**
 * The timeout is wall-clock time: on a busy machine it may hit a pattern that had no CPU time, which is tried again.
 * Undefined if there is no result.
 */
function compare({ pattern, flags, texts }: Question): boolean | undefined {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = process.threadCpuUsage();
    try {
      Object.assign(context, { pattern, flags, texts });
      return Boolean(script.runInContext(context, { timeout: regexMs }));
    } catch (error) {
      const { user, system } = process.threadCpuUsage(before);
      const wasInterrupted = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
      if (!wasInterrupted || user + system >= regexMs * 500) {
        return undefined;
      }
    }
  }
  return undefined;
}

parentPort?.on('message', (question: Question) => {
  parentPort?.postMessage({ isMatch: compare(question) } satisfies Answer);
});
