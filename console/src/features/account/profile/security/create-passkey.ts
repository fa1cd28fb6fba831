import { type RegistrationOptions, WebAuthnAttestation } from '@postern/contracts/people/webauthn';

/** A method that browsers have added since the types were written. */
type JsonMethods = {
  parseCreationOptionsFromJSON?: (options: RegistrationOptions) => PublicKeyCredentialCreationOptions;
};

const jsonMethods = (): JsonMethods =>
  'PublicKeyCredential' in window ? (PublicKeyCredential as unknown as JsonMethods) : {};

export const canCreatePasskeys = () => jsonMethods().parseCreationOptionsFromJSON !== undefined;

/** Creates a passkey. Undefined if the person canceled, or the device has one already. */
export async function createPasskey(options: RegistrationOptions): Promise<WebAuthnAttestation | undefined> {
  const publicKey = jsonMethods().parseCreationOptionsFromJSON?.(options);
  try {
    const made = publicKey && (await navigator.credentials.create({ publicKey }));
    if (!(made instanceof PublicKeyCredential)) {
      return undefined;
    }
    return WebAuthnAttestation.parse({ ...made.toJSON(), type: 'WebAuthn', clientExtensionResults: {} });
  } catch (error) {
    if (error instanceof DOMException) {
      return undefined;
    }
    throw error;
  }
}
