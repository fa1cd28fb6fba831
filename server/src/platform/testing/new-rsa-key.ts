import {
  createPrivateKey,
  createPublicKey,
  generatePrimeSync,
  type KeyObject,
  randomInt,
  type webcrypto,
} from 'node:crypto';
import primes from './primes.json' with { type: 'json' };

/**
 * An RSA key is the product of two known primes. When all pairs are used, a new prime is generated and used with each
 * known one, so no two keys of a process are equal. Pairs are drawn at random, so processes hardly ever have equal keys.
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
  const all = known.map(readPrime);
  const pairs = all.flatMap((p, index) => all.slice(index + 1).map((q): [bigint, bigint] => [p, q]));
  return () => {
    if (pairs.length === 0) {
      const own = newPrime(bits);
      pairs.push(...all.map((p): [bigint, bigint] => [p, own]));
      all.push(own);
    }
    const [pair] = pairs.splice(randomInt(pairs.length), 1);
    const [p, q] = pair as [bigint, bigint];
    return jwkOf(p, q);
  };
}

const nextKeys = new Map([...primesFor].map(([length, known]) => [length, keysOf(length / 2, known)]));

/** Undefined if there are no known primes for keys of this length. */
export const newRsaJwk = (length: number): webcrypto.JsonWebKey | undefined => nextKeys.get(length)?.();

/** A key of 2048 bits, for tests that sign as another program, such as an identity provider. */
export function newRsaKeys(): { privateKey: KeyObject; publicKey: KeyObject } {
  const privateKey = createPrivateKey({ key: { ...newRsaJwk(2048) }, format: 'jwk' });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}
