/** Bytes of each of the two numbers of a signature (RFC 7518 §3.4). */
const numberLengths = new Map([
  ['ES256', 32],
  ['ES384', 48],
  ['ES512', 66],
]);

const isSequence = 0x30;
const isInteger = 0x02;
const isLongLength = 0x81;

function check(isValid: boolean): void {
  if (!isValid) {
    throw new Error('The signature is not a DER sequence of two numbers of this algorithm.');
  }
}

/**
 * Converts an ECDSA signature from DER (RFC 3279 §2.2.3) to the two numbers of equal length that a JWS has (RFC 7518
 * §3.4). Node can do this too, but then signing takes twice as long.
 */
export function toJwsSignature(der: Buffer, algorithm: string): Buffer {
  const numberLength = numberLengths.get(algorithm);
  if (numberLength === undefined) {
    throw new Error(`${algorithm} is not an ECDSA algorithm.`);
  }
  const signature = Buffer.alloc(2 * numberLength);
  // A length above 127 has two bytes.
  let at = der[1] === isLongLength ? 3 : 2;
  check(der[0] === isSequence && der[at - 1] === der.length - at);
  for (const end of [numberLength, 2 * numberLength]) {
    const length = der[at + 1] ?? 0;
    const next = at + 2 + length;
    check(der[at] === isInteger && length > 0 && next <= der.length);
    // DER omits leading zeros, and adds one if the first bit is set.
    const size = Math.min(length, numberLength);
    check(length === size || (length === size + 1 && der[at + 2] === 0));
    der.copy(signature, end - size, next - size, next);
    at = next;
  }
  check(at === der.length);
  return signature;
}
