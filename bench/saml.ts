import { encode, metadataOf, signedResponse, signingKey } from '../server/src/testing/saml.ts';
import { form, send } from './calls.ts';
import { type Line, measure } from './measure.ts';
import type { BenchServer } from './server.ts';
import { browse, type Jar } from './sign-in.ts';
import { managementOf, person, visit } from './visit.ts';

type Manage = Awaited<ReturnType<typeof managementOf>>;

/** A user with a session opens a SAML application: three requests, up to the form with the signed response. */
async function measureIssued(server: BenchServer, manage: Manage): Promise<Line> {
  const { id } = await manage(
    'POST',
    '/api/saml-applications',
    {
      name: 'Bench',
      entityId: 'https://sp.example/metadata',
      acsUrl: { binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST', url: 'https://sp.example/acs' },
      idpInitiated: { relayState: '' },
    },
    201,
  );
  const start = `${server.endpoint}/api/saml/${id}/start`;
  const isCallback = (url: string) => url.startsWith(`${server.endpoint}/api/saml-applications/`);
  const jar: Jar = new Map();
  await browse(jar, await visit(server, jar, start, isCallback));
  return measure(server, 'saml: response issued in a session', { count: 500, warmUp: 50, connections: 8 }, async () => {
    const own = new Map(jar);
    const { text } = await browse(own, await visit(server, own, start, isCallback));
    if (!text.includes('name="SAMLResponse"')) {
      throw new Error(text.slice(0, 200));
    }
  });
}

/** A response of an identity provider is verified and kept: one request. */
async function measureConsumed(server: BenchServer, manage: Manage): Promise<Line> {
  const key = signingKey();
  const issuer = 'https://idp.example/saml';
  const metadata = metadataOf({ entityId: issuer, signInEndpoint: 'https://idp.example/sso', key });
  const { id } = await manage('POST', '/api/sso-connectors', {
    providerName: 'SAML',
    connectorName: 'Bench',
    domains: ['bench.example'],
    config: { metadata },
  });
  const url = `${server.endpoint}/api/authn/single-sign-on/saml/${id}`;
  const [count, warmUp] = [1000, 100];
  const bodies = Array.from({ length: count + warmUp }, (_, index) => {
    const xml = signedResponse(
      {
        issuer,
        audience: `${server.endpoint}/enterprise-sso/${id}`,
        recipient: url,
        inResponseTo: `_request${index}`,
        nameId: `person-${index}`,
        attributes: { email: `person${index}@bench.example`, name: `Person ${index}` },
        notOnOrAfter: 600_000,
      },
      key,
    );
    return String(new URLSearchParams({ SAMLResponse: encode(xml), RelayState: 'st' }));
  });
  return measure(server, 'saml: response consumed', { count, warmUp, connections: 8 }, async () => {
    // Each response is accepted once.
    await send(url, { method: 'POST', headers: form, body: bodies.pop() ?? '', status: 302 });
  });
}

export async function measureSaml(server: BenchServer): Promise<Line[]> {
  const manage = await managementOf(server);
  await manage('POST', '/api/users', person);
  await manage('PATCH', '/api/sign-in-exp', { singleSignOnEnabled: true });
  return [await measureIssued(server, manage), await measureConsumed(server, manage)];
}
