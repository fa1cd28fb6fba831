import { createRequire } from 'node:module';

/**
 * Hashing a password takes 14 ms of CPU time, and most tests sign in. In test workers, argon2 runs once for each
 * password and once for each comparison; then the result is reused. Digests are real, so servers in separate processes
 * accept them. Only their salts repeat.
 */
type Argon2 = Record<'hash' | 'verify', (...args: unknown[]) => Promise<unknown>>;
type Quick = { isOn: boolean };

const key = Symbol.for('postern.quick-passwords');
const shared = globalThis as { [key]?: Quick };

/** For tests that measure how long a sign-in takes, or that look at salts. Ends with the test file. */
export function hashEveryTime(): void {
  if (shared[key]) {
    shared[key].isOn = false;
  }
}

function install(): Quick {
  const quick: Quick = { isOn: true };
  // The package is CommonJS: what is exchanged before the server loads is what the server imports.
  const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as Argon2;
  const { hash, verify } = argon2;
  const known = new Map<string, Promise<unknown>>();

  const remember = (name: string, work: Argon2['hash'], args: unknown[]) => {
    if (!quick.isOn) {
      return work(...args);
    }
    const question = JSON.stringify([name, ...args]);
    const answer = known.get(question) ?? work(...args);
    known.set(question, answer);
    return answer;
  };
  argon2.hash = async (password, ...more) => {
    const digest = await remember('hash', hash, [password, ...more]);
    known.set(JSON.stringify(['verify', digest, password]), Promise.resolve(true));
    return digest;
  };
  argon2.verify = (...args) => remember('verify', verify, args);
  return quick;
}

// Setup files run before each test file; the worker is patched once.
shared[key] ??= install();
shared[key].isOn = true;
