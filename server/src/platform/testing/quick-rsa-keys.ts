import type { webcrypto } from 'node:crypto';
import { newRsaJwk } from './new-rsa-key.ts';

/**
 * Generating an RSA key takes a quarter of a second of CPU time, or two seconds for 4096 bits, and each new tenant needs
 * one. Test workers take RSA keys from a list of known primes. Servers that tests start as separate processes generate
 * their keys as usual.
 */
const { subtle } = globalThis.crypto;
const isPatched = Symbol.for('postern.quick-rsa-keys');

type Subtle = webcrypto.SubtleCrypto & { [isPatched]?: boolean };

// Setup files run before each test file; all files of a worker share the prototype.
if (!(subtle as Subtle)[isPatched]) {
  const generate = subtle.generateKey.bind(subtle) as (...args: unknown[]) => Promise<unknown>;

  async function generateKey(algorithm: unknown, extractable: boolean, uses: webcrypto.KeyUsage[]): Promise<unknown> {
    const wanted = algorithm as webcrypto.RsaHashedKeyGenParams;
    const jwk = wanted.name === 'RSASSA-PKCS1-v1_5' ? newRsaJwk(wanted.modulusLength) : undefined;
    if (!jwk) {
      return generate(algorithm, extractable, uses);
    }
    const [privateKey, publicKey] = await Promise.all([
      subtle.importKey('jwk', jwk, wanted, extractable, ['sign']),
      subtle.importKey('jwk', { kty: 'RSA', n: jwk.n ?? '', e: jwk.e ?? '' }, wanted, true, ['verify']),
    ]);
    return { privateKey, publicKey };
  }

  Object.defineProperty(subtle, 'generateKey', { value: generateKey, configurable: true });
  Object.defineProperty(subtle, isPatched, { value: true });
}
