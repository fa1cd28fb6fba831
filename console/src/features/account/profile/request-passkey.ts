import { type AuthenticationOptions, WebAuthnAssertion } from '@postern/contracts/people/webauthn';

/** Methods that browsers have added since the types were written. */
type JsonMethods = {
  parseRequestOptionsFromJSON?: (options: AuthenticationOptions) => PublicKeyCredentialRequestOptions;
};

const jsonMethods = (): JsonMethods =>
  'PublicKeyCredential' in window ? (PublicKeyCredential as unknown as JsonMethods) : {};

export const hasPasskeys = () => jsonMethods().parseRequestOptionsFromJSON !== undefined;

/** Asks for a passkey. Undefined if the person canceled or has none here. */
export async function requestPasskey(options: AuthenticationOptions): Promise<WebAuthnAssertion | undefined> {
  const publicKey = jsonMethods().parseRequestOptionsFromJSON?.(options);
  try {
    const found = publicKey && (await navigator.credentials.get({ publicKey }));
    if (!(found instanceof PublicKeyCredential)) {
      return undefined;
    }
    return WebAuthnAssertion.parse({ ...found.toJSON(), type: 'WebAuthn', clientExtensionResults: {} });
  } catch (error) {
    if (error instanceof DOMException) {
      return undefined;
    }
    throw error;
  }
}
