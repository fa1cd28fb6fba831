import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { toJwsSignature } from './convert-signature.ts';

test.each([
  ['ES256', 'P-256', 'sha256', 32, 2000],
  ['ES384', 'P-384', 'sha384', 48, 20],
  ['ES512', 'P-521', 'sha512', 66, 20],
] as const)('%s: converted signatures are valid', (algorithm, namedCurve, hash, length, rounds) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
  const wrong = Array.from({ length: rounds }, (_, round) => {
    const data = Buffer.from(`message ${round}`);
    const signature = toJwsSignature(sign(hash, data, privateKey), algorithm);
    const isValid = verify(hash, data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature);
    return signature.length === 2 * length && isValid ? [] : [signature.toString('hex')];
  }).flat();
  expect(wrong).toEqual([]);
});

/** DER of a positive number (X.690 §8.3), from the number without leading zeros. */
const integer = (number: number[]) => {
  const content = (number[0] ?? 0) > 0x7f ? [0, ...number] : number;
  return [0x02, content.length, ...content];
};
const sequence = (content: number[]) =>
  Buffer.from([0x30, ...(content.length > 0x7f ? [0x81] : []), content.length, ...content]);
const filled = (number: number[], length: number) => [...new Array<number>(length - number.length).fill(0), ...number];

test.each([
  ['ES256', 32],
  ['ES384', 48],
  ['ES512', 66],
] as const)('%s: fills numbers of every shorter length with zeros', (algorithm, length) => {
  const numbers = Array.from({ length }, (_, size) =>
    [0x01, 0x7f, 0x80, 0xff].map((first) => [first, ...Array.from({ length: size }, (_, at) => (at * 7) % 256)]),
  ).flat();
  const wrong = numbers.flatMap((r) =>
    numbers.filter((s) => {
      const right = Buffer.from([...filled(r, length), ...filled(s, length)]);
      return !toJwsSignature(sequence([...integer(r), ...integer(s)]), algorithm).equals(right);
    }),
  );
  expect(wrong).toEqual([]);
});

const one = integer([1]);

test.each([
  ['nothing', Buffer.alloc(0)],
  ['another type', Buffer.from([0x31, 0x06, ...one, ...one])],
  ['one number', sequence(one)],
  ['three numbers', sequence([...one, ...one, ...one])],
  ['another type of number', sequence([...one, 0x04, 0x01, 0x01])],
  ['an empty number', sequence([...one, 0x02, 0x00])],
  ['a number of 33 bytes', sequence([...one, 0x02, 33, 1, ...new Array<number>(32).fill(0)])],
  ['a number of 34 bytes', sequence([...one, 0x02, 34, ...new Array<number>(34).fill(0)])],
  ['a number that is cut off', Buffer.from([0x30, 0x06, ...one, 0x02, 0x02, 0x01])],
  ['a wrong length', Buffer.from([0x30, 0x07, ...one, ...one])],
  ['bytes after the end', Buffer.from([...sequence([...one, ...one]), 0x00])],
])('refuses %s', (_name, der) => {
  expect(() => toJwsSignature(der, 'ES256')).toThrow('not a DER sequence');
});

test('refuses other algorithms', () => {
  expect(() => toJwsSignature(sequence([...one, ...one]), 'ES256K')).toThrow('not an ECDSA algorithm');
});
