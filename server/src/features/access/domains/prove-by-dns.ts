import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Some DNS providers take minutes to publish a record, and the script waits for that. */
const timeoutMs = 10 * 60_000;

/**
 * Calls the operator's script to create or remove the TXT record of a DNS-01 challenge (RFC 8555 §8.4), with the
 * arguments that the `exec` provider of lego passes: action, full name with a dot at the end, and value.
 */
export async function runDnsScript(script: string, action: 'present' | 'cleanup', domain: string, value: string) {
  const name = `_acme-challenge.${domain}.`;
  try {
    await run(script, [action, name, value], { timeout: timeoutMs, maxBuffer: 1024 * 1024 });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    // The message repeats the command line; the last line of the script says more.
    const reason = stderr?.trim().split('\n').at(-1) || message;
    throw new Error(`The DNS script failed to ${action === 'present' ? 'create' : 'remove'} ${name}: ${reason}`);
  }
}
