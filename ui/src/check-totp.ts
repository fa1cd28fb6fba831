const stepSeconds = 30;
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function decode(secret: string): Uint8Array<ArrayBuffer> {
  const bits = Array.from(secret, (letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}

/** RFC 4226 §5.3 for the counter of RFC 6238 §4. */
async function codeAt(key: CryptoKey, step: number): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const digest = new DataView(await crypto.subtle.sign('HMAC', key, counter));
  const offset = digest.getUint8(digest.byteLength - 1) & 15;
  return String((digest.getUint32(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

/**
 * Whether an authenticator app with this secret shows this code now, one step earlier or one step later. Checked before
 * the secret is saved, because an app without the secret would lock its owner out.
 */
export async function checkTotp(secret: string, code: string, now = Date.now()): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', decode(secret), { name: 'HMAC', hash: 'SHA-1' }, false, ['sign']);
  const step = Math.floor(now / 1000 / stepSeconds);
  const codes = await Promise.all([step - 1, step, step + 1].map((one) => codeAt(key, one)));
  return codes.includes(code);
}
