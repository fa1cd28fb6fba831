import { type SamlSettings, samlBindings } from '@postern/contracts/access/saml-applications';
import type { XmlElement } from '@xmldom/xmldom';
import { AppError } from '#platform/http/errors';
import { namespaces } from './build-xml.ts';
import { chooseContext } from './choose-context.ts';
import { childrenOf, decodeMessage, invalid, parseMessage, textOf } from './read-message.ts';
import { verifyEnvelope, verifyQuery } from './verify-signature.ts';

/** A message as it arrived. `url` is the requested URL of the HTTP-Redirect binding. */
export type Received =
  | {
      binding: 'redirect';
      message: string;
      url: string;
      hasSignature: boolean;
      field?: 'SAMLRequest' | 'SAMLResponse';
    }
  | { binding: 'post'; message: string };

/** Who sends a message: an application, or the identity provider of a company. */
export type Sender = Pick<SamlSettings, 'entityId' | 'requestSigning'>;

type Expected = {
  name: 'AuthnRequest' | 'LogoutRequest' | 'LogoutResponse';
  settings: Sender;
  destination: string;
  isSignatureRequired: boolean;
};

const maxAge = 60 * 60_000;
const maxSkew = 5 * 60_000;

/** The root of the message, verified if the application has a certificate. */
function verifiedRoot(received: Received, { settings, isSignatureRequired }: Expected): XmlElement {
  const pem = settings.requestSigning?.certificate;
  const text = decodeMessage(received.message, received.binding);
  const unsigned = () => {
    if (isSignatureRequired) {
      throw new AppError('application.saml.request_signature_required');
    }
    return parseMessage(text);
  };
  if (!pem) {
    return unsigned();
  }
  if (received.binding === 'post') {
    return verifyEnvelope(text, pem) ?? unsigned();
  }
  if (!received.hasSignature) {
    return unsigned();
  }
  verifyQuery(received.url, pem, received.field ?? 'SAMLRequest');
  return parseMessage(text);
}

function checkTime(root: XmlElement): void {
  const issued = Date.parse(root.getAttribute('IssueInstant') ?? '');
  const age = Date.now() - issued;
  if (Number.isNaN(issued) || age > maxAge || age < -maxSkew) {
    throw invalid('The request is too old or from the future. Check the clock of the application.');
  }
}

/** Checks that all messages need. Returns the root element and the ID of the request. */
function readRequest(received: Received, expected: Expected): { root: XmlElement; id: string } {
  const { settings, name, destination } = expected;
  if (!settings.entityId) {
    throw new AppError('application.saml.entity_id_required');
  }
  const root = verifiedRoot(received, expected);
  if (root.namespaceURI !== namespaces.samlp || root.localName !== name) {
    throw invalid(`The message is not an ${name}.`);
  }
  if (root.getAttribute('Version') !== '2.0') {
    throw invalid('Only SAML 2.0 is supported.');
  }
  const id = root.getAttribute('ID') ?? '';
  // An xs:ID; the limit is that of the database.
  if (!/^[A-Z_a-z][\w.-]{0,127}$/.test(id)) {
    throw invalid('The ID of the request is not valid.');
  }
  const given = root.getAttribute('Destination');
  if (given && given !== destination) {
    throw invalid('The destination of the request is another address.');
  }
  checkTime(root);
  if (textOf(root, namespaces.saml, 'Issuer') !== settings.entityId) {
    throw new AppError('application.saml.auth_request_issuer_not_match');
  }
  return { root, id };
}

const isTrue = (value: string | null) => value === 'true' || value === '1';

/** The addresses that may get responses. The first one gets those to requests that name none. */
export const acsUrlsOf = ({ acsUrl, additionalAcsUrls }: SamlSettings): string[] =>
  acsUrl ? [acsUrl.url, ...additionalAcsUrls] : [];

/**
 * The address that a request names, by itself or by its place in the list; null if it names none. Both at once are not
 * allowed (saml-core-2.0 §3.4.1), but some applications send both: the address is the more exact one.
 */
function namedAcsUrl(root: XmlElement, settings: SamlSettings): string | null {
  const url = root.getAttribute('AssertionConsumerServiceURL');
  if (url) {
    if (!acsUrlsOf(settings).includes(url)) {
      throw invalid('The ACS URL of the request is not in the settings of the application.');
    }
    return url;
  }
  const index = root.getAttribute('AssertionConsumerServiceIndex');
  if (!index) {
    return null;
  }
  const named = /^\d{1,5}$/.test(index) ? acsUrlsOf(settings)[Number(index)] : undefined;
  if (!named) {
    throw invalid('The ACS index of the request is not in the settings of the application. 0 is the ACS URL.');
  }
  return named;
}

/** The response is sent to a configured address only. A request with another one is rejected. */
export function readAuthnRequest(received: Received, settings: SamlSettings, destination: string) {
  const { root, id } = readRequest(received, {
    name: 'AuthnRequest',
    settings,
    destination,
    isSignatureRequired: settings.requestSigning?.isRequired ?? false,
  });
  if (!settings.acsUrl) {
    throw new AppError('application.saml.acs_url_required');
  }
  const acsUrl = namedAcsUrl(root, settings);
  const binding = root.getAttribute('ProtocolBinding');
  if (binding && binding !== samlBindings.post) {
    throw invalid('The response can only be sent with the HTTP-POST binding.');
  }
  return {
    id,
    acsUrl,
    isPassive: isTrue(root.getAttribute('IsPassive')),
    isForced: isTrue(root.getAttribute('ForceAuthn')),
    context: chooseContext(root),
  };
}

function readSignedLogout(received: Received, settings: Sender, destination: string) {
  // Otherwise any page could sign a user out.
  const { root, id } = readRequest(received, {
    name: 'LogoutRequest',
    settings,
    destination,
    isSignatureRequired: true,
  });
  const end = root.getAttribute('NotOnOrAfter');
  if (end && !(Date.parse(end) > Date.now() - maxSkew)) {
    throw invalid('The request has expired.');
  }
  const nameId = textOf(root, namespaces.saml, 'NameID');
  if (!nameId) {
    throw invalid('The request has no NameID.');
  }
  return { root, id, nameId };
}

export function readLogoutRequest(received: Received, settings: Sender, destination: string) {
  const { root, id, nameId } = readSignedLogout(received, settings, destination);
  return { id, nameId, sessionIndex: textOf(root, namespaces.samlp, 'SessionIndex') };
}

/** How long the ID of an accepted message must be remembered, so that it counts once. */
export const replayMs = maxAge + maxSkew;

/**
 * A logout request of an identity provider, which may name several sessions. The destination is required: the provider
 * sends similar requests to other services, and they must not be passed on to us (saml-bindings-2.0 §3.4.5.2).
 */
export function readProviderLogout(received: Received, provider: Sender, destination: string) {
  const { root, id, nameId } = readSignedLogout(received, provider, destination);
  if (!root.getAttribute('Destination')) {
    throw invalid('The request has no destination.');
  }
  const sessionIndexes = childrenOf(root, namespaces.samlp, 'SessionIndex').map((one) => one.textContent?.trim() ?? '');
  return { id, nameId, sessionIndexes };
}

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** Whether an application says, with its signature, that it has ended the session that the request named. */
export function isLogoutConfirmed(
  received: Received,
  settings: Sender,
  destination: string,
  requestId: string,
): boolean {
  try {
    const { root } = readRequest(received, {
      name: 'LogoutResponse',
      settings,
      destination,
      isSignatureRequired: true,
    });
    const [status] = childrenOf(root, namespaces.samlp, 'Status');
    const [code, detail] = status ? codesOf(status) : [];
    return root.getAttribute('InResponseTo') === requestId && code === success && detail === undefined;
  } catch (error) {
    if (error instanceof AppError) {
      return false;
    }
    throw error;
  }
}

/** The status code and the more specific one in it. */
function codesOf(parent: XmlElement): string[] {
  const [code] = childrenOf(parent, namespaces.samlp, 'StatusCode');
  return code ? [code.getAttribute('Value') ?? '', ...codesOf(code)] : [];
}
