import { en } from '@postern/contracts/experience-phrases/en';
import { afterEach, expect, test, vi } from 'vitest';
import { createPasskey, hasCapability, passkeyAborted, requestPasskey, signalPasskeys } from './passkeys.ts';

const words = en.factors;
const challenge = 'AAEC';
const registration = {
  rp: { name: 'Northwind', id: 'example.com' },
  user: { id: 'dQ', name: 'maya', displayName: 'Maya' },
  challenge,
  pubKeyCredParams: [{ type: 'public-key' as const, alg: -7 }],
};

type Browser = {
  getClientCapabilities?: () => Promise<object>;
  isConditionalMediationAvailable: () => Promise<boolean>;
  signalAllAcceptedCredentials?: (options: object) => Promise<void>;
};
const Passkey: Browser = { isConditionalMediationAvailable: async () => true };

/** A browser whose calls fail with this error. */
function open({ error = '', window = {} as object }) {
  const fail = vi.fn().mockRejectedValue(new DOMException('', error));
  vi.stubGlobal('window', { PublicKeyCredential: Passkey, ...window });
  vi.stubGlobal('PublicKeyCredential', Passkey);
  vi.stubGlobal('navigator', { credentials: { create: fail, get: fail } });
  return fail;
}

afterEach(() => {
  vi.unstubAllGlobals();
  delete Passkey.getClientCapabilities;
  delete Passkey.signalAllAcceptedCredentials;
});

test.each([
  ['NotAllowedError', words.createFailed],
  ['InvalidStateError', words.known],
  ['ConstraintError', words.noRoom],
  ['NotSupportedError', words.unsupported],
])('%s of the browser is explained', async (error, message) => {
  const create = open({ error });
  await expect(createPasskey(registration, words)).rejects.toMatchObject({ message });
  const [{ publicKey }] = create.mock.calls[0] ?? [];
  expect(publicKey.challenge).toEqual(Uint8Array.from([0, 1, 2]));
});

test('a canceled verification is explained, and one that the page ended is not', async () => {
  open({ error: 'NotAllowedError' });
  await expect(requestPasskey({ challenge }, words)).rejects.toMatchObject({ message: words.verifyFailed });
  open({ error: 'AbortError' });
  await expect(requestPasskey({ challenge }, words)).rejects.toMatchObject({ code: passkeyAborted, message: '' });
});

test('browsers without passkeys and web views of applications are told apart', async () => {
  const create = open({ window: { logtoNativeSdk: {} } });
  await expect(createPasskey(registration, words)).rejects.toMatchObject({ message: words.webView });
  vi.stubGlobal('window', {});
  await expect(createPasskey(registration, words)).rejects.toMatchObject({ message: words.unsupported });
  expect(create).not.toHaveBeenCalled();
});

test('suggestions need no capability list, silent creation does', async () => {
  open({});
  expect([await hasCapability('conditionalGet'), await hasCapability('conditionalCreate')]).toEqual([true, false]);
  Passkey.getClientCapabilities = async () => ({ conditionalGet: false, conditionalCreate: true });
  expect([await hasCapability('conditionalGet'), await hasCapability('conditionalCreate')]).toEqual([false, true]);
});

test('the remaining passkeys are signaled to browsers that can be told', async () => {
  open({});
  const current = { rpId: 'example.com', userId: 'dQ', allAcceptedCredentialIds: ['YQ'], name: 'm', displayName: 'M' };
  await expect(signalPasskeys(current)).resolves.toBeUndefined();
  const signal = vi.fn();
  Passkey.signalAllAcceptedCredentials = signal;
  await signalPasskeys(current);
  expect(signal).toHaveBeenCalledExactlyOnceWith({
    rpId: 'example.com',
    userId: 'dQ',
    allAcceptedCredentialIds: ['YQ'],
  });
});
