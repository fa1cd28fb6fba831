import { nameIdFormats, type SamlSettings, samlBindings } from '@postern/contracts/access/saml-applications';
import type { addressesOf } from './addresses.ts';
import { namespaces, printXml, xml } from './build-xml.ts';
import { contentOf } from './create-certificate.ts';

const bindings = [samlBindings.redirect, samlBindings.post];

/** Whether an application can end sessions: logout requests must be signed, and their answer needs an address. */
export const hasSingleLogout = ({ requestSigning, singleLogoutUrl }: SamlSettings) =>
  requestSigning !== null && singleLogoutUrl !== null;

/** `certificates`: the active one first, then others that can become active, so that applications know them before. */
export function buildMetadata(
  addresses: ReturnType<typeof addressesOf>,
  settings: SamlSettings,
  certificates: string[],
): string {
  const keys = certificates.map((pem) =>
    xml(
      'md:KeyDescriptor',
      { use: 'signing' },
      xml('ds:KeyInfo', {}, xml('ds:X509Data', {}, xml('ds:X509Certificate', {}, contentOf(pem)))),
    ),
  );
  const format = settings.nameIdFormat ?? nameIdFormats.persistent;
  const root = xml(
    'md:EntityDescriptor',
    { 'xmlns:md': namespaces.md, 'xmlns:ds': namespaces.ds, entityID: addresses.entityId },
    xml(
      'md:IDPSSODescriptor',
      {
        protocolSupportEnumeration: namespaces.samlp,
        WantAuthnRequestsSigned: String(settings.requestSigning?.isRequired ?? false),
      },
      ...keys,
      ...(hasSingleLogout(settings)
        ? bindings.map((Binding) => xml('md:SingleLogoutService', { Binding, Location: addresses.logout }))
        : []),
      xml('md:NameIDFormat', {}, format),
      ...bindings.map((Binding) => xml('md:SingleSignOnService', { Binding, Location: addresses.signIn })),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${printXml(root)}`;
}
