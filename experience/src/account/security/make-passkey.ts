import type { RegistrationOptions, WebAuthnAttestation } from '@postern/contracts/account/account-mfa';

const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const toText = (bytes: ArrayBuffer) =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

export const canMakePasskeys = () => 'PublicKeyCredential' in window;

/** Converts the options to bytes. `parseCreationOptionsFromJSON` does the same but not all browsers have it. */
function readOptions({ challenge, user, excludeCredentials, extensions: _none, ...rest }: RegistrationOptions) {
  return {
    ...rest,
    challenge: toBytes(challenge),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: excludeCredentials?.map(({ id, transports, ...one }) => ({
      ...one,
      id: toBytes(id),
      // The standard has added values since the types were written.
      transports: transports as AuthenticatorTransport[] | undefined,
    })),
  } satisfies PublicKeyCredentialCreationOptions;
}

const isTransport = (name: string): name is NonNullable<WebAuthnAttestation['response']['transports']>[number] =>
  ['usb', 'nfc', 'ble', 'internal', 'cable', 'hybrid', 'smart-card'].includes(name);

/** Creates a passkey in the browser and serializes it for the server. Throws a DOMException when the person cancels. */
export async function makePasskey(options: RegistrationOptions): Promise<WebAuthnAttestation> {
  const made = await navigator.credentials.create({ publicKey: readOptions(options) });
  if (!(made instanceof PublicKeyCredential) || !(made.response instanceof AuthenticatorAttestationResponse)) {
    throw new DOMException('The browser made no passkey.', 'NotAllowedError');
  }
  const { response } = made;
  return {
    type: 'WebAuthn',
    id: made.id,
    rawId: toText(made.rawId),
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
      transports: response.getTransports().filter(isTransport),
    },
    clientExtensionResults: {},
  };
}
