import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, type ListeningApp, listeningApp } from '../server/src/testing/flows.ts';
import { createLemonLdap, type LemonLdap } from './lemonldap.ts';
import { createConnector, prepareSso, signInByProvider } from './sso.ts';

let app: ListeningApp;
let provider: LemonLdap;
let prepared: Awaited<ReturnType<typeof prepareSso>>;
let connectorId: string;

const attribute = (name: string) => `1;${name};urn:oasis:names:tc:SAML:2.0:attrname-format:basic;${name}`;

/** The demonstration users of the package, and the identity provider of SAML. */
const asProvider = (serviceMetadata?: string) => ({
  issuerDBSAMLActivation: 1,
  ...(serviceMetadata && {
    samlSPMetaDataXML: { product: { samlSPMetaDataXML: serviceMetadata } },
    samlSPMetaDataExportedAttributes: { product: { mail: attribute('email'), cn: attribute('name') } },
    samlSPMetaDataOptions: {
      product: {
        samlSPMetaDataOptionsNameIDFormat: 'persistent',
        samlSPMetaDataOptionsSignSSOMessage: 1,
        samlSPMetaDataOptionsCheckSSOMessageSignature: 1,
        samlSPMetaDataOptionsEncryptionMode: 'none',
      },
    },
  }),
});

beforeAll(async () => {
  app = await listeningApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  prepared = await prepareSso(app);
  provider = await createLemonLdap(await freePort());
  await provider.start(asProvider());
  // The product reads the metadata of LemonLDAP::NG, and LemonLDAP::NG those of the connector, with its key.
  connectorId = await createConnector(app, prepared.token, {
    providerName: 'SAML',
    config: { metadataUrl: `${provider.address}/saml/metadata`, signRequests: true },
  });
  const metadata = await fetch(`${app.endpoint}/api/authn/single-sign-on/saml/${connectorId}/metadata`);
  await provider.start(asProvider(await metadata.text()));
});
afterAll(async () => {
  await provider?.remove();
  await app?.close();
});

test('LemonLDAP::NG checks our signed request, and signs a new user in, and the same user again', async () => {
  const signIn = () =>
    signInByProvider(app, prepared, connectorId, (visitor, first) =>
      visitor.submit(first, { user: 'dwho', password: 'dwho' }),
    );
  const user = await signIn();
  expect(user).toMatchObject({
    primaryEmail: 'dwho@badwolf.org',
    name: 'Doctor Who',
    ssoIdentities: [{ issuer: `${provider.address}/saml/metadata`, ssoConnectorId: connectorId }],
  });
  expect((await signIn()).id).toBe(user.id);
});

test('a wrong password at LemonLDAP::NG does not come back', async () => {
  await expect(
    signInByProvider(app, prepared, connectorId, (visitor, first) =>
      visitor.submit(first, { user: 'dwho', password: 'wrong' }),
    ),
  ).rejects.toThrow('did not lead back');
});
