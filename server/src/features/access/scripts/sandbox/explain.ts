import type { ScriptFailure } from '@postern/contracts/access/scripts';
import type { SandboxLimits } from './messages.ts';

export const scriptFile = 'script.js';

export type ThrownError = { name: string; message: string; stack: string };

/** Rewrites errors of the engine so that they say what to do. */
function translate({ name, message }: ThrownError, { milliseconds, memoryBytes }: SandboxLimits): string {
  if (name === 'InternalError' || message === 'out of memory') {
    switch (message) {
      case 'interrupted':
        return `The script took longer than ${milliseconds / 1000} seconds.`;
      case 'out of memory':
        return `The script needs more than ${memoryBytes / 1024 / 1024} MB of memory.`;
      case 'stack overflow':
        return 'The script recurses too deeply.';
    }
  }
  const text = message || 'The script threw an error without a message.';
  return name && name !== 'Error' ? `${name}: ${text}` : text;
}

/** Finds the first position in the stack trace that is in the script itself. */
export function explain(error: ThrownError, limits: SandboxLimits): ScriptFailure {
  const message = translate(error, limits);
  const place = /script\.js:(\d+)(?::(\d+))?/.exec(error.stack);
  return {
    message,
    ...(place?.[1] ? { line: Number(place[1]) } : {}),
    ...(place?.[2] ? { column: Number(place[2]) } : {}),
  };
}
