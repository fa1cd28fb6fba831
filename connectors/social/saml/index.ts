import { randomBytes } from 'node:crypto';
import { describePerson } from '../../kit/describe-person.ts';
import { ConnectorError } from '../../kit/fail.ts';
import type { ConnectorFactory, SocialConnector } from '../../kit/interface.ts';
import { addressWith, objectOf, textOf } from '../../kit/oauth.ts';
import { readConfig } from '../../kit/read-config.ts';
import { samlFor } from '../../kit/saml/open-library.ts';
import { refuse } from '../../kit/saml/require-harmless.ts';
import { type SamlAssertion, verifyResponse } from '../../kit/saml/verify-response.ts';
import { algorithms, configGuard, defaultMap, metadata, type SamlConfig } from './config.ts';
import { readKey, readProvider } from './read-provider.ts';

/** Stored until the browser that brought it continues. */
type Assertion = { id: string; nameId: string; attributes: Record<string, string>; inResponseTo: string };

const maxAttributes = 50;
const maxValueLength = 1024;

/** The first value of each attribute. */
function firstValues(attributes: SamlAssertion['attributes']): Record<string, string> {
  const entries = Object.entries(attributes).flatMap(([name, value]): [string, string][] => {
    const [first] = [value].flat();
    return first !== undefined && first.length <= maxValueLength ? [[name, first]] : [];
  });
  return Object.fromEntries(entries.slice(0, maxAttributes));
}

const serviceOf = (config: SamlConfig) => ({
  entityId: config.entityID,
  assertionConsumerServiceUrl: config.assertionConsumerServiceUrl,
});

async function openLibrary(config: SamlConfig, requestId: string) {
  const keys = config.signAuthnRequest
    ? { signing: { privateKey: readKey('privateKey', config.privateKey, config.privateKeyPass) } }
    : {};
  return samlFor(readProvider(config), serviceOf(config), keys, {
    requestId,
    nameIdFormat: config.nameIDFormat,
    signatureAlgorithm: algorithms[config.requestSignatureAlgorithm],
  });
}

async function verify(config: SamlConfig, response: string): Promise<Assertion> {
  const { id, nameId, attributes, inResponseTo } = await verifyResponse(response, {
    provider: readProvider(config),
    service: serviceOf(config),
    decryptionKeys: config.encryptAssertion
      ? [readKey('encPrivateKey', config.encPrivateKey, config.encPrivateKeyPass)]
      : [],
    options: config.timeout === undefined ? {} : { maxAgeMs: config.timeout },
  });
  if (!inResponseTo) {
    // Anybody could have brought it into this browser, to sign its user in to another account.
    throw refuse('unsolicited');
  }
  return { id, nameId, attributes: firstValues(attributes), inResponseTo };
}

function describe({ nameId, attributes }: Assertion, map: SamlConfig['profileMap']) {
  const values: Record<string, string> = { ...attributes, nameID: nameId };
  const pick = (name: keyof typeof defaultMap) => {
    const attribute = map?.[name] || defaultMap[name];
    return Object.hasOwn(values, attribute) ? values[attribute] : undefined;
  };
  return describePerson({
    id: pick('id'),
    // SAML has no flag for verified addresses.
    email: pick('email'),
    phone: pick('phone'),
    name: pick('name'),
    avatar: pick('avatar'),
    rawData: values,
  });
}

/** The assertion that `validateSamlAssertion` verified and the server kept. */
function assertionIn(session: Record<string, unknown>): Assertion | undefined {
  const { id, nameId, attributes, inResponseTo } = objectOf(session.assertion);
  return textOf(nameId) && textOf(inResponseTo)
    ? // Written below.
      ({ id, nameId, attributes: objectOf(attributes), inResponseTo } as Assertion)
    : undefined;
}

export const saml: ConnectorFactory<SocialConnector> = async ({ getConfig }) => {
  const config = async () => readConfig(configGuard, await getConfig(metadata.id));
  return {
    type: 'Social',
    metadata,
    configGuard,
    // Browsers are sent there, and names of SAML look like addresses. The server calls none of them.
    uncalledSettings: [
      'entityID',
      'signInEndpoint',
      'assertionConsumerServiceUrl',
      'requestSignatureAlgorithm',
      'profileMap',
    ],
    getAuthorizationUri: async ({ state, redirectUri }, setSession) => {
      const settings = await config();
      // An XML ID must not begin with a digit.
      const requestId = `_${randomBytes(20).toString('hex')}`;
      const library = await openLibrary(settings, requestId);
      await setSession({ redirectUri, state, requestId });
      return library.getAuthorizeUrlAsync(state, undefined, {});
    },
    validateSamlAssertion: async (form, getSession, setSession) => {
      const settings = await config();
      const { SAMLResponse: response, RelayState: state } = objectOf(form);
      const redirectUri = textOf((await getSession()).redirectUri);
      if (typeof response !== 'string' || !redirectUri) {
        throw new ConnectorError('insufficient_request_parameters', 'SAMLResponse is missing.');
      }
      if (!textOf(state)) {
        throw refuse('unsolicited');
      }
      const assertion = await verify(settings, response);
      await setSession({ assertion });
      return addressWith(redirectUri, { state: textOf(state) });
    },
    getUserInfo: async (_data, getSession) => {
      const { profileMap } = await config();
      const session = await getSession();
      const assertion = assertionIn(session);
      const requestId = textOf(session.requestId);
      if (!assertion) {
        throw refuse('assertion_missing');
      }
      // The response must answer the request of this sign-in, not one of another user.
      if (!requestId || assertion.inResponseTo !== requestId) {
        throw refuse('request_mismatch');
      }
      return describe(assertion, profileMap);
    },
  };
};
