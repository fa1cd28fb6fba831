import { createHash } from 'node:crypto';
import type { App } from '#platform/app';
import { isCommonPassword } from './common-passwords.ts';

const prefixLength = 5;
const timeoutMs = 3000;
/** A range has about a thousand lines of forty characters; a larger response is not from such a service. */
const maxCharacters = 1024 * 1024;

const missed = 'postern_pwned_lookup_failures_total';

/** The service gets five of forty characters of a digest, which a thousand other passwords share. */
async function isInRange(app: App, url: string, password: string, maxMs: number): Promise<boolean> {
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
  const response = await app.egress.fetch(`${url}/${digest.slice(0, prefixLength)}`, {
    // The same number of lines for every range, so that the length of the response reveals nothing.
    headers: { 'add-padding': 'true', 'user-agent': 'Postern' },
    signal: AbortSignal.timeout(maxMs),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`it answered ${response.status}`);
  }
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxCharacters) {
      throw new Error('it answered too much');
    }
  }
  const rest = digest.slice(prefixLength);
  return text.split('\n').some((line) => {
    const [suffix = '', count = ''] = line.trim().split(':');
    // Padding lines have a count of zero.
    return suffix.toUpperCase() === rest && count !== '0';
  });
}

/** Whether a password is known from a breach: checks the configured service, or the built-in list. */
export async function isBreached(app: App, password: string, maxMs = timeoutMs): Promise<boolean> {
  if (isCommonPassword(password)) {
    return true;
  }
  const { pwnedPasswordsUrl } = app.config;
  if (!pwnedPasswordsUrl) {
    return false;
  }
  try {
    return await isInRange(app, pwnedPasswordsUrl, password, maxMs);
  } catch (error) {
    // An unreachable service must not prevent users from choosing a password.
    app.metrics.count(missed);
    app.log.warn({ err: error }, 'breached password lookup failed, using the built-in list');
    return false;
  }
}
