import { deflateRawSync } from 'node:zlib';
import { samlApplicationsApi, samlBindings } from '@postern/contracts/access/saml-applications';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { DOMParser } from '@xmldom/xmldom';
import fc from 'fast-check';
import {
  assertionXml,
  logoutRequestXml,
  logoutResponseXml,
  metadataOf,
  responseXml,
  signingKey,
  signXml,
} from '#testing/saml';
import { expectAnswer, hostOf } from './answer.ts';
import { type Json, mutatedText } from './mutate.ts';
import { xmlParts } from './parsers.ts';
import type { FuzzWorld, Target } from './target.ts';

const issuer = 'https://idp.example/saml';
const entityId = 'https://sp.example/metadata';
const key = signingKey();

/** A provider of single sign-on, one of social sign-in, and an application, all with SAML. */
async function createParties({ app, tokens, tenantId }: FuzzWorld) {
  const call = { token: tokens.management, tenantId };
  const logout = { binding: 'POST', url: 'https://idp.example/slo' } as const;
  const metadata = metadataOf({ entityId: issuer, signInEndpoint: 'https://idp.example/sso', key, logout });
  const { body: sso } = await app.call(ssoConnectorsApi.create, {
    ...call,
    body: {
      providerName: 'SAML',
      connectorName: 'Company',
      domains: ['company.example'],
      config: { metadata },
    } as never,
  });
  const { body: social } = await app.call(connectorsApi.create, {
    ...call,
    body: {
      connectorId: 'saml',
      id: 'acme-saml',
      metadata: { target: 'acme-saml', name: { en: 'Acme' } },
      config: {
        entityID: 'urn:acme:social',
        x509Certificate: key.certificate,
        idpMetadataXml: metadata,
        assertionConsumerServiceUrl: `${app.app.endpointOf(tenantId)}/api/authn/saml/acme-saml`,
        profileMap: { id: 'nameID', email: 'mail', name: 'cn' },
      },
    },
  });
  const { body: application } = await app.call(samlApplicationsApi.create, {
    ...call,
    body: { name: 'Portal', entityId, acsUrl: { binding: samlBindings.post, url: 'https://sp.example/acs' } },
  });
  return { sso: sso.id, social: social.id, application: application.id };
}

type Message = {
  to: string;
  kind: 'Response' | 'Assertion' | 'LogoutRequest' | 'LogoutResponse' | 'AuthnRequest';
  xml: string;
  /** Whether the message is signed after its change, so that the signature does not hide what follows. */
  isSigned: boolean;
  isDeflated: boolean;
  relayState: string;
  signature: string;
};

const stop = (message: string) => {
  throw new Error(message);
};
const strictParser = new DOMParser({ errorHandler: { warning: stop, error: stop, fatalError: stop } });

function sign({ kind, xml, isSigned }: Message): string {
  if (!isSigned || kind === 'AuthnRequest') {
    return xml;
  }
  try {
    strictParser.parseFromString(xml, 'text/xml');
    return signXml(xml, kind, key.privateKey);
  } catch {
    // Text that is no longer XML cannot be signed.
    return xml;
  }
}

export const samlRequests: Target = {
  name: 'saml-requests',
  slice: 150,
  renewal: 20_000,
  open: async (world) => {
    await world.renew();
    const parties = await createParties(world);
    const endpoint = world.app.app.endpointOf(world.tenantId);
    const acs = '/api/authn/single-sign-on/saml/SSO';
    const given = {
      issuer,
      audience: `${endpoint}/enterprise-sso/${parties.sso}`,
      recipient: `${endpoint}${acs.replace('SSO', parties.sso)}`,
      nameId: 'ada-1',
      attributes: { email: 'ada@company.example', name: 'Ada' },
    };
    const destination = `${endpoint}/api/saml/${parties.application}/authn`;
    const xml = {
      Assertion: [responseXml(assertionXml(given), { issuer })],
      Response: [responseXml(assertionXml({ ...given, inResponseTo: '_x' }), { issuer, inResponseTo: '_x' })],
      LogoutRequest: [
        logoutRequestXml({ issuer, nameId: 'ada-1', sessionIndexes: ['1'] }),
        logoutRequestXml({ issuer: entityId, nameId: 'ada-1' }),
      ],
      LogoutResponse: [logoutResponseXml({ issuer, inResponseTo: '_x' })],
      AuthnRequest: [
        `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_1" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${destination}" AssertionConsumerServiceURL="https://sp.example/acs" ForceAuthn="true"><saml:Issuer>${entityId}</saml:Issuer><samlp:NameIDPolicy Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"/></samlp:AuthnRequest>`,
      ],
    };
    const addresses = {
      Assertion: [acs, '/api/authn/saml/SOCIAL'],
      Response: [acs, '/api/authn/saml/SOCIAL'],
      LogoutRequest: [`${acs}/logout`, '/api/saml/APP/logout'],
      LogoutResponse: [`${acs}/logout`, '/api/saml/APP/logout'],
      AuthnRequest: ['/api/saml/APP/authn'],
    };
    const kinds = Object.keys(xml) as Message['kind'][];
    const inputs = fc.constantFrom(...kinds).chain((kind) =>
      fc.record({
        kind: fc.constant(kind),
        to: fc.constantFrom(...addresses[kind]),
        xml: mutatedText(xml[kind], xmlParts),
        isSigned: fc.boolean(),
        isDeflated: fc.boolean(),
        relayState: mutatedText(['st', '', 'https://example.com/'], ['%', '&']),
        signature: mutatedText(['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'eA==', '']),
      }),
    ) as fc.Arbitrary<Json>;
    return {
      inputs,
      run: async (input) => {
        const message = input as unknown as Message;
        const field = message.kind.endsWith('Request') ? 'SAMLRequest' : 'SAMLResponse';
        const bytes = Buffer.from(sign(message));
        const fields = new URLSearchParams({
          [field]: (message.isDeflated ? deflateRawSync(bytes) : bytes).toString('base64'),
          RelayState: message.relayState,
        });
        const url = message.to
          .replace('SSO', parties.sso)
          .replace('SOCIAL', parties.social)
          .replace('APP', parties.application);
        const host = hostOf(world, world.tenantId);
        await expectAnswer(world, `POST ${message.to}`, {
          method: 'POST',
          url,
          headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
          payload: fields.toString(),
        });
        fields.set('SigAlg', message.signature);
        fields.set('Signature', message.signature);
        await expectAnswer(world, `GET ${message.to}`, { method: 'GET', url: `${url}?${fields}`, headers: { host } });
      },
    };
  },
};
