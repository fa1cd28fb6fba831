import { expect, test } from 'vitest';
import { createCookieSigner } from './sign-cookies.ts';

const keys = ['the newest key', 'an older key with ünusual letters'];
const ours = createCookieSigner(keys);

/** Computed with Keygrip 1.1.0 and the same keys. */
const known = {
  '_session=abc': 'rj_fHalvn2bJLxNTVkdTtocyZK4',
  '_interaction=x~y': 'nqpooRlUfbzRIDl7ja_u67nYG8A',
  '_session.legacy=ü': 'Be0ltnsrGLtrGMulcEbjuDjG2Xw',
};

test('signs like Keygrip, so that cookies of earlier releases stay valid', () => {
  for (const [data, signature] of Object.entries(known)) {
    expect(ours.sign(data)).toBe(signature);
    expect(ours.index(data, signature)).toBe(0);
  }
});

test('finds the key of an older cookie', () => {
  const older = createCookieSigner(keys.slice(1));
  expect(ours.index('_session=abc', older.sign('_session=abc'))).toBe(1);
  expect(ours.verify('_session=abc', older.sign('_session=abc'))).toBe(true);
});

test('refuses other data, other keys and signatures of any other form', () => {
  const signature = ours.sign('_session=abc');
  expect(ours.index('_session=abd', signature)).toBe(-1);
  expect(createCookieSigner(['another key']).index('_session=abc', signature)).toBe(-1);
  for (const wrong of ['', 'ü', signature.slice(1), `${signature}=`, `${signature}x`, signature.toUpperCase()]) {
    expect(ours.verify('_session=abc', wrong)).toBe(false);
  }
});

test('needs a key to sign', () => {
  expect(() => createCookieSigner([]).sign('_session=abc')).toThrow('without a key');
});
