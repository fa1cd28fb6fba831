import type { PasskeySignals } from '@postern/contracts/account/account-mfa';
import type {
  AuthenticationOptions,
  RegistrationOptions,
  WebAuthnAssertion,
  WebAuthnAttestation,
} from '@postern/contracts/people/webauthn';
import { CallError } from './client.ts';
import { isInsideApp, nativeBridge } from './native-bridge.ts';
import type { Phrases } from './phrases.ts';

type Words = Phrases['factors'];

/** Whether the browser knows passkeys. Web views of native applications know them, but cannot use them. */
export const hasPasskeys = () => 'PublicKeyCredential' in window && !nativeBridge() && !isInsideApp();

/** Why there are none. */
export const passkeysMissing = (words: Words) => (nativeBridge() || isInsideApp() ? words.webView : words.unsupported);

/** Methods that browsers have added since the types were written. */
type Capabilities = { getClientCapabilities?: () => Promise<Record<string, boolean | undefined>> };

/** Whether the browser has a capability of WebAuthn §5.1.7, such as `conditionalGet`. */
export async function hasCapability(name: 'conditionalGet' | 'conditionalCreate'): Promise<boolean> {
  if (!hasPasskeys()) {
    return false;
  }
  const capabilities = await (PublicKeyCredential as Capabilities).getClientCapabilities?.();
  if (capabilities) {
    return capabilities[name] === true;
  }
  return name === 'conditionalGet' && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

type Ceremony = { mediation?: 'conditional'; signal?: AbortSignal };

/** Creates a passkey and serializes it for the server. Throws a `CallError` with the reason if there is none. */
export async function createPasskey(
  options: RegistrationOptions,
  words: Words,
  ceremony: Ceremony = {},
): Promise<WebAuthnAttestation> {
  assertUsable(words);
  try {
    // The types do not know conditional creation yet.
    const request = { publicKey: creationOf(options), ...ceremony } as CredentialCreationOptions;
    return attestationOf(await navigator.credentials.create(request));
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'InvalidStateError') {
      throw new CallError({ code: 'passkey.known', message: words.known });
    }
    // The authenticator cannot store the passkey as the options require (WebAuthn §6.3.2).
    throw refusal(error, name === 'ConstraintError' ? words.noRoom : words.createFailed, words);
  }
}

/** Asks for a passkey. Throws a `CallError` with the reason if none was used. */
export async function requestPasskey(
  options: AuthenticationOptions,
  words: Words,
  ceremony: Ceremony = {},
): Promise<WebAuthnAssertion> {
  assertUsable(words);
  try {
    return assertionOf(await navigator.credentials.get({ publicKey: requestOf(options), ...ceremony }));
  } catch (error) {
    throw refusal(error, words.verifyFailed, words);
  }
}

function assertUsable(words: Words): void {
  if (!hasPasskeys()) {
    throw new CallError({
      code: 'passkey.unsupported',
      message: passkeysMissing(words),
    });
  }
}

/** Errors of the browser (WebAuthn §5.1.3). `NotAllowedError`: the person canceled, or took too long. */
function refusal(error: unknown, message: string, words: Words): CallError {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'AbortError') {
    return new CallError({ code: passkeyAborted, message: '' });
  }
  return new CallError({
    code: 'passkey.refused',
    message: name === 'NotSupportedError' ? words.unsupported : message,
  });
}

/** The page ended the request itself, because another one started. */
export const passkeyAborted = 'passkey.aborted';

/** Signals of WebAuthn §5.1.10, which browsers have added since the types were written. */
type Signals = {
  signalUnknownCredential?: (options: { rpId: string; credentialId: string }) => Promise<void>;
  signalAllAcceptedCredentials?: (options: {
    rpId: string;
    userId: string;
    allAcceptedCredentialIds: string[];
  }) => Promise<void>;
  signalCurrentUserDetails?: (options: {
    rpId: string;
    userId: string;
    name: string;
    displayName: string;
  }) => Promise<void>;
};

const signals = (): Signals => (hasPasskeys() ? (PublicKeyCredential as Signals) : {});

/** The server does not know this passkey: the browser no longer offers it. */
export async function forgetPasskey(rpId: string | undefined, credentialId: string): Promise<void> {
  await signals().signalUnknownCredential?.({ rpId: rpId ?? window.location.hostname, credentialId });
}

/** Password managers remove passkeys that are not in the list, and show the current name. */
export async function signalPasskeys(current: PasskeySignals): Promise<void> {
  const { rpId, userId, allAcceptedCredentialIds, name, displayName } = current;
  await signals().signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds });
  await signals().signalCurrentUserDetails?.({ rpId, userId, name, displayName });
}

const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const toText = (bytes: ArrayBuffer) =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

const credentialOf = ({ id, transports, type }: NonNullable<AuthenticationOptions['allowCredentials']>[number]) => ({
  type,
  id: toBytes(id),
  // The standard has added values since the types were written.
  transports: transports as AuthenticatorTransport[] | undefined,
});

/** Converts the options to bytes. `parseCreationOptionsFromJSON` does the same but not all browsers have it. */
function creationOf({ challenge, user, excludeCredentials, extensions: _none, ...rest }: RegistrationOptions) {
  return {
    ...rest,
    challenge: toBytes(challenge),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: excludeCredentials?.map(credentialOf),
  } satisfies PublicKeyCredentialCreationOptions;
}

function requestOf({ challenge, allowCredentials, extensions: _none, ...rest }: AuthenticationOptions) {
  return {
    ...rest,
    challenge: toBytes(challenge),
    allowCredentials: allowCredentials?.map(credentialOf),
  } satisfies PublicKeyCredentialRequestOptions;
}

const isTransport = (name: string): name is NonNullable<WebAuthnAttestation['response']['transports']>[number] =>
  ['usb', 'nfc', 'ble', 'internal', 'cable', 'hybrid', 'smart-card'].includes(name);

const nothing = () => new DOMException('The browser returned no passkey.', 'NotAllowedError');

function attestationOf(made: Credential | null): WebAuthnAttestation {
  if (!(made instanceof PublicKeyCredential) || !(made.response instanceof AuthenticatorAttestationResponse)) {
    throw nothing();
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

function assertionOf(found: Credential | null): WebAuthnAssertion {
  if (!(found instanceof PublicKeyCredential) || !(found.response instanceof AuthenticatorAssertionResponse)) {
    throw nothing();
  }
  const { clientDataJSON, authenticatorData, signature, userHandle } = found.response;
  return {
    type: 'WebAuthn',
    id: found.id,
    rawId: toText(found.rawId),
    response: {
      clientDataJSON: toText(clientDataJSON),
      authenticatorData: toText(authenticatorData),
      signature: toText(signature),
      ...(userHandle ? { userHandle: toText(userHandle) } : {}),
    },
    clientExtensionResults: {},
  };
}
