import { SAML, type SamlConfig } from '@node-saml/node-saml';
import {
  type CreateSamlApplication,
  type SamlApplication,
  samlApplicationsApi,
  samlBindings,
} from '@postern/contracts/access/saml-applications';
import { createBrowser } from '#platform/testing/browser';
import { createCertificate } from '../features/access/saml-applications/create-certificate.ts';
import { type ListeningApp, type Person, signInByPassword } from './flows.ts';
import type { TestApp } from './test-app.ts';

export const acsUrl = 'https://sp.example/acs';
export const entityId = 'https://sp.example/metadata';

/** The keys of a service provider. */
export const newServiceKeys = () => createCertificate('sp.example', 1);

/** The metadata of a service provider with one certificate, as base64. The default address is not the first. */
export const serviceMetadata = (certificate: string) =>
  `<?xml version="1.0"?>
<!-- generated -->
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <md:SPSSODescriptor AuthnRequestsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor>
      <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
        <ds:X509Data><ds:X509Certificate>
          ${certificate}
        </ds:X509Certificate></ds:X509Data>
      </ds:KeyInfo>
    </md:KeyDescriptor>
    <md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:SOAP" Location="https://sp.example/soap"/>
    <md:SingleLogoutService Binding="${samlBindings.redirect}" Location="https://sp.example/slo"/>
    <md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:kerberos</md:NameIDFormat>
    <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>
    <md:AssertionConsumerService Binding="${samlBindings.post}" Location="https://sp.example/second" index="2"/>
    <md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:PAOS" Location="https://sp.example/ecp" index="3"/>
    <md:AssertionConsumerService Binding="${samlBindings.post}" Location="https://sp.example/first" index="0"/>
    <md:AssertionConsumerService Binding="${samlBindings.post}" Location="${acsUrl}" index="1" isDefault="true"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>`;

export async function createSamlApplication(
  app: TestApp,
  token: string,
  settings: Partial<CreateSamlApplication> = {},
): Promise<SamlApplication> {
  const acs = { binding: samlBindings.post, url: acsUrl };
  const { status, body } = await app.call(samlApplicationsApi.create, {
    token,
    body: { name: 'Expense portal', entityId, acsUrl: acs, ...settings },
  });
  if (status !== 201) {
    throw new Error(JSON.stringify(body));
  }
  return body;
}

export const metadataOf = async (app: ListeningApp, id: string) =>
  (await fetch(`${app.endpoint}/api/saml-applications/${id}/metadata`)).text();

export const certificatesIn = (metadata: string) =>
  [...metadata.matchAll(/<ds:X509Certificate>([^<]+)</g)].map(([, content = '']) => content);

/** A service provider by a third-party library, which knows the metadata. */
export async function serviceProvider(app: ListeningApp, id: string, options: Partial<SamlConfig> = {}): Promise<SAML> {
  return new SAML({
    callbackUrl: acsUrl,
    issuer: entityId,
    audience: entityId,
    entryPoint: `${app.endpoint}/api/saml/${id}/authn`,
    idpIssuer: `${app.endpoint}/saml/${id}`,
    idpCert: certificatesIn(await metadataOf(app, id)),
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: true,
    validateInResponseTo: 'always' as SamlConfig['validateInResponseTo'],
    acceptedClockSkewMs: 2000,
    ...options,
  } as SamlConfig);
}

export type Posted = { url: string; fields: Record<string, string>; html: string };

const decodeHtml = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

/** The form that the callback returns. */
export function readPostForm(html: string): Posted {
  const [, url = ''] = /<form method="post" action="([^"]*)"/.exec(html) ?? [];
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  return {
    url: decodeHtml(url),
    fields: Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, decodeHtml(value)])),
    html,
  };
}

/** Signs a person in from the given address, up to the URL of the callback. */
export async function signInFrom(app: ListeningApp, start: string, person: Person, browser = createBrowser()) {
  const callback = `${app.endpoint}/api/saml-applications/`;
  const reached = await browser.follow(start, [`${app.endpoint}/sign-in`, callback]);
  if (reached.startsWith(callback)) {
    return { browser, callback: reached };
  }
  const resumed = await signInByPassword(browser, app.endpoint, person);
  return { browser, callback: await browser.follow(resumed, [callback]) };
}

/** The whole sign-in, up to the form for the application. */
export async function signInWithSaml(app: ListeningApp, start: string, person: Person, browser = createBrowser()) {
  const { callback } = await signInFrom(app, start, person, browser);
  const response = await browser.request(callback);
  const text = await response.text();
  if (response.status !== 200) {
    throw Object.assign(new Error(text), { status: response.status, body: JSON.parse(text) });
  }
  return { ...readPostForm(text), response, browser, callback };
}

/** Posts a message as the browser does for a service provider. Returns where it goes next. */
export async function postMessage(url: string, fields: Record<string, string>, browser = createBrowser()) {
  const response = await browser.request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
  return { browser, response, location: response.headers.get('location') ?? undefined };
}
