import type { RegistrationOptions, WebAuthnAttestation } from '@postern/contracts/account/account-mfa';

const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const toText = (bytes: ArrayBuffer) =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

export const canMakePasskeys = () => 'PublicKeyCredential' in window;

/** What the browser is asked with, in bytes. `parseCreationOptionsFromJSON` would do it, where browsers had it. */
function readOptions({ challenge, user, excludeCredentials, extensions: _none, ...rest }: RegistrationOptions) {
  return {
    ...rest,
    challenge: toBytes(challenge),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: excludeCredentials?.map(({ id, transports, ...one }) => ({
      ...one,
      id: toBytes(id),
      // The list of the standard grew after the types were written.
      transports: transports as AuthenticatorTransport[] | undefined,
    })),
  } satisfies PublicKeyCredentialCreationOptions;
}

const isTransport = (name: string): name is NonNullable<WebAuthnAttestation['response']['transports']>[number] =>
  ['usb', 'nfc', 'ble', 'internal', 'cable', 'hybrid', 'smart-card'].includes(name);

/** Lets the browser make a passkey and prints it for the server. Throws a DOMException when the person went no further. */
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
