import { generatePrimeSync, type webcrypto } from 'node:crypto';
import primes from './primes.json' with { type: 'json' };

/**
 * Generating an RSA key takes a quarter of a second of CPU time, or two seconds for 4096 bits, and each new tenant needs
 * one. In test workers an RSA key is the product of a known prime and a new one, which is used with all known primes
 * before the next one is generated. So no two keys are equal, also in different processes. Servers that tests start as
 * separate processes generate their keys as usual.
 */
const exponent = 65_537n;
const primesFor = new Map([
  [2048, primes['1024']],
  [4096, primes['2048']],
]);

/** By the extended Euclidean algorithm. */
function inverse(value: bigint, modulus: bigint): bigint {
  let [old, rest, before, factor] = [value % modulus, modulus, 1n, 0n];
  while (rest !== 0n) {
    const quotient = old / rest;
    [old, rest, before, factor] = [rest, old - quotient * rest, factor, before - quotient * factor];
  }
  return ((before % modulus) + modulus) % modulus;
}

function encode(value: bigint): string {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url');
}

function jwkOf(p: bigint, q: bigint): webcrypto.JsonWebKey {
  const d = inverse(exponent, (p - 1n) * (q - 1n));
  const numbers = { n: p * q, e: exponent, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) };
  return { kty: 'RSA', ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, encode(value)])) };
}

const readPrime = (hex: string) => BigInt(`0x${hex}`);

function newPrime(bits: number): bigint {
  for (;;) {
    const prime = generatePrimeSync(bits, { bigint: true });
    if ((prime - 1n) % exponent !== 0n) {
      return prime;
    }
  }
}

/** A different key each time. */
function keysOf(bits: number, known: string[]): () => webcrypto.JsonWebKey {
  let rest: string[] = [];
  let own = 0n;
  return () => {
    if (rest.length === 0) {
      rest = [...known];
      own = newPrime(bits);
    }
    return jwkOf(own, readPrime(rest.pop() ?? ''));
  };
}

const { subtle } = globalThis.crypto;
const isPatched = Symbol.for('postern.quick-rsa-keys');

type Subtle = webcrypto.SubtleCrypto & { [isPatched]?: boolean };

// Setup files run before each test file; all files of a worker share the prototype.
if (!(subtle as Subtle)[isPatched]) {
  const generate = subtle.generateKey.bind(subtle) as (...args: unknown[]) => Promise<unknown>;
  const nextKeys = new Map([...primesFor].map(([length, known]) => [length, keysOf(length / 2, known)]));

  async function generateKey(algorithm: unknown, extractable: boolean, uses: webcrypto.KeyUsage[]): Promise<unknown> {
    const wanted = algorithm as webcrypto.RsaHashedKeyGenParams;
    const next = wanted.name === 'RSASSA-PKCS1-v1_5' ? nextKeys.get(wanted.modulusLength) : undefined;
    if (!next) {
      return generate(algorithm, extractable, uses);
    }
    const jwk = next();
    const [privateKey, publicKey] = await Promise.all([
      subtle.importKey('jwk', jwk, wanted, extractable, ['sign']),
      subtle.importKey('jwk', { kty: 'RSA', n: jwk.n ?? '', e: jwk.e ?? '' }, wanted, true, ['verify']),
    ]);
    return { privateKey, publicKey };
  }

  Object.defineProperty(subtle, 'generateKey', { value: generateKey, configurable: true });
  Object.defineProperty(subtle, isPatched, { value: true });
}
