import { z } from 'zod';
import type { ConnectorMetadata } from '../../kit/interface.ts';
import { optionalText, text, wholeNumber } from '../../kit/read-config.ts';
import { isCertificate } from './read-provider.ts';

/** What is signed in a request, by the address that SAML uses for it. */
export const algorithms = {
  'http://www.w3.org/2000/09/xmldsig#rsa-sha1': 'sha1',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
} as const;
const algorithmNames = [
  'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
] as const;
const orders = ['sign-then-encrypt', 'encrypt-then-sign'] as const;
const formats = [
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:X509SubjectName',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
] as const;
export const defaultMap = { id: 'nameID', email: 'email', phone: 'phone', name: 'name', avatar: 'avatar' };

const titled = (values: readonly string[]) => values.map((value) => ({ value, title: value }));

const whenSigned = [{ targetKey: 'signAuthnRequest', expectValue: true }];
const whenEncrypted = [{ targetKey: 'encryptAssertion', expectValue: true }];

export const metadata: ConnectorMetadata = {
  id: 'saml',
  target: 'saml',
  platform: 'Universal',
  name: { en: 'SAML' },
  description: {
    en: 'People sign in with any identity provider that speaks SAML 2.0.',
  },
  logo: './logo.svg',
  logoDark: null,
  readme: './README.md',
  isStandard: true,
  formItems: [
    {
      key: 'entityID',
      label: 'Entity ID of this service',
      type: 'Text',
      required: true,
      description: 'Your name for this connector at the identity provider, also called audience.',
    },
    {
      key: 'signInEndpoint',
      label: 'Sign-in address',
      type: 'Text',
      description: 'Of the identity provider. Leave empty to use the one of its metadata.',
    },
    {
      key: 'x509Certificate',
      label: 'Certificate of the identity provider',
      type: 'MultilineText',
      required: true,
      description: 'Responses must be signed with this certificate, or with one of the metadata.',
    },
    { key: 'idpMetadataXml', label: 'Metadata of the identity provider', type: 'MultilineText', required: true },
    {
      key: 'assertionConsumerServiceUrl',
      label: 'Assertion consumer service URL',
      type: 'Text',
      required: true,
      placeholder: 'https://auth.example.com/api/authn/saml/abc',
      description: 'The address of this connector for responses, see the guide.',
    },
    {
      key: 'requestSignatureAlgorithm',
      label: 'Signature of requests',
      type: 'Select',
      defaultValue: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      selectItems: titled(algorithmNames),
    },
    {
      key: 'messageSigningOrder',
      label: 'Order of signature and encryption',
      type: 'Select',
      defaultValue: 'sign-then-encrypt',
      selectItems: titled(orders),
      description: 'As the identity provider does it. Responses in either order are accepted.',
    },
    { key: 'signAuthnRequest', label: 'Sign requests', type: 'Switch', defaultValue: false },
    {
      key: 'privateKey',
      label: 'Private key for requests',
      type: 'MultilineText',
      required: true,
      isConfidential: true,
      showConditions: whenSigned,
    },
    {
      key: 'privateKeyPass',
      label: 'Password of this key',
      type: 'Text',
      isConfidential: true,
      showConditions: whenSigned,
    },
    { key: 'encryptAssertion', label: 'Assertions are encrypted', type: 'Switch', defaultValue: false },
    {
      key: 'encPrivateKey',
      label: 'Private key for assertions',
      type: 'MultilineText',
      required: true,
      isConfidential: true,
      showConditions: whenEncrypted,
    },
    {
      key: 'encPrivateKeyPass',
      label: 'Password of this key',
      type: 'Text',
      isConfidential: true,
      showConditions: whenEncrypted,
    },
    {
      key: 'nameIDFormat',
      label: 'Format of the name ID',
      type: 'Select',
      defaultValue: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      selectItems: titled(formats),
    },
    {
      key: 'timeout',
      label: 'Longest age of a response',
      type: 'Number',
      placeholder: '600000',
      description: 'In milliseconds.',
    },
    {
      key: 'profileMap',
      label: 'Profile fields',
      type: 'Json',
      defaultValue: defaultMap,
      description: 'Which attribute holds the id, email, phone, name and avatar. nameID is the name ID.',
    },
  ],
};

const key = z.string().max(16_384).optional();
const attribute = z.string().max(512).optional();

export const configGuard = z
  .object({
    entityID: text,
    signInEndpoint: optionalText,
    x509Certificate: z.string().max(16_384).refine(isCertificate, 'Enter an X.509 certificate.'),
    idpMetadataXml: z.string().min(1).max(262_144),
    assertionConsumerServiceUrl: z.url({ protocol: /^https?$/ }).max(2048),
    requestSignatureAlgorithm: z.enum(algorithmNames).default('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'),
    messageSigningOrder: z.enum(orders).default('sign-then-encrypt'),
    signAuthnRequest: z.boolean().default(false),
    privateKey: key,
    privateKeyPass: optionalText,
    encryptAssertion: z.boolean().default(false),
    encPrivateKey: key,
    encPrivateKeyPass: optionalText,
    nameIDFormat: z.enum(formats).default('urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'),
    timeout: wholeNumber(1000, 3_600_000).optional(),
    profileMap: z
      .object({ id: attribute, email: attribute, phone: attribute, name: attribute, avatar: attribute })
      .optional(),
  })
  .refine(({ signAuthnRequest, privateKey }) => !signAuthnRequest || privateKey, {
    path: ['privateKey'],
    message: 'Enter the key that signs requests.',
  })
  .refine(({ encryptAssertion, encPrivateKey }) => !encryptAssertion || encPrivateKey, {
    path: ['encPrivateKey'],
    message: 'Enter the key that decrypts assertions.',
  });
export type SamlConfig = z.output<typeof configGuard>;
