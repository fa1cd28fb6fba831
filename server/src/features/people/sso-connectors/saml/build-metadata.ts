import { SamlSsoConfig } from '@postern/contracts/people/sso-configs';
import { contentOf } from '#features/access/saml-applications';
import type { App } from '#platform/app';
import { serviceProviderOf } from '../describe.ts';
import type { SsoConnectorRow } from '../store.ts';

const escapeXml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

const keyDescriptor = (use: 'signing' | 'encryption', certificate: string) =>
  `
    <md:KeyDescriptor use="${use}"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${contentOf(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>${
      use === 'encryption'
        ? '<md:EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#aes256-gcm"/><md:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p"/>'
        : ''
    }</md:KeyDescriptor>`;

/** Our metadata for the identity provider of a connector (SAML metadata §2.4.4). */
export function buildMetadata(app: App, row: SsoConnectorRow): string {
  const service = serviceProviderOf(app, row.tenantId, row.id);
  const { signRequests = false, encryptAssertions } = SamlSsoConfig.safeParse(row.config).data ?? {};
  // While a key is replaced, identity providers learn the next certificate before it is used.
  const certificates = [row.certificate, row.nextCertificate].filter((one) => one !== null);
  const describeKeys = (use: 'signing' | 'encryption') => certificates.map((one) => keyDescriptor(use, one)).join('');
  const signing = signRequests ? describeKeys('signing') : '';
  const encryption = encryptAssertions ? describeKeys('encryption') : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escapeXml(service.entityId)}">
  <md:SPSSODescriptor AuthnRequestsSigned="${signRequests}" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${signing}${encryption}
    <md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${escapeXml(service.singleLogoutServiceUrl)}"/>
    <md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escapeXml(service.singleLogoutServiceUrl)}"/>
    <md:AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escapeXml(service.assertionConsumerServiceUrl)}"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`;
}
