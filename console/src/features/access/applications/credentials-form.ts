import {
  type Application,
  type ApplicationType,
  type CustomClientMetadata,
  certificateNames,
  isPemCertificate,
  keyBearingTypes,
  PublicKeys,
} from '@postern/contracts/access/applications';
import { isWebUrl } from '@postern/contracts/fields';
import i18next from 'i18next';
import { z } from 'zod';

/** How an application authenticates: with a secret, a private key, or a certificate that is issued or registered. */
export const authMethods = ['secret', 'key', 'issued', 'registered'] as const;

/** Certificates that follow each other in one text. */
const splitPem = (text: string): string[] =>
  (text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? []).map((pem) => `${pem.trim()}\n`);

const isPemText = (text: string) =>
  splitPem(text).every(isPemCertificate) &&
  text.replace(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g, '').trim() === '';

function parseKeys(text: string): PublicKeys | undefined {
  try {
    return PublicKeys.safeParse(JSON.parse(text)).data;
  } catch {
    // Not JSON: the field shows what it must contain.
    return undefined;
  }
}

export const credentialFields = {
  authMethod: z.enum(authMethods),
  jwks: z.string().refine((text) => text.trim() === '' || parseKeys(text) !== undefined, {
    error: () => i18next.t('applications.security.invalidKeys'),
  }),
  jwksUri: z
    .string()
    .trim()
    .max(2048)
    .refine((value) => value === '' || isWebUrl(value), { error: () => i18next.t('fields.webUrl') }),
  certificateName: z.enum(certificateNames),
  certificateValue: z.string().trim().max(1024),
  tlsCertificates: z
    .string()
    .refine(isPemText, { error: () => i18next.t('applications.security.invalidCertificates') }),
  isCertificateBound: z.boolean(),
  isSignedRequestRequired: z.boolean(),
  isSignedResponseRequired: z.boolean(),
  isFapi: z.boolean(),
};

type Fields = z.ZodObject<typeof credentialFields>;
type CredentialValues = z.output<Fields>;

export const hasCredentials = (kind: ApplicationType) => keyBearingTypes.includes(kind);

/** Whether the public keys are shown: for assertions, and for signed requests of applications with certificates. */
export const showsKeys = ({
  authMethod,
  isSignedRequestRequired,
}: Pick<CredentialValues, 'authMethod' | 'isSignedRequestRequired'>) =>
  authMethod === 'key' || (authMethod !== 'secret' && isSignedRequestRequired);

/** Rules that concern several fields, as field and message. */
export function credentialErrors(values: CredentialValues): [keyof CredentialValues, string][] {
  const { authMethod, jwks, jwksUri, certificateValue, tlsCertificates } = values;
  if (authMethod === 'secret') {
    const needsKey = values.isSignedRequestRequired || values.isFapi;
    return needsKey ? [['authMethod', i18next.t('applications.security.needsKey')]] : [];
  }
  const given = [jwks, authMethod === 'registered' ? '' : jwksUri].filter((text) => text.trim() !== '').length;
  const errors: [keyof CredentialValues, string][] = [];
  if (showsKeys(values) && given !== 1) {
    errors.push([given === 0 ? 'jwks' : 'jwksUri', i18next.t('applications.security.keysOrAddress')]);
  }
  if (authMethod === 'issued' && certificateValue === '') {
    errors.push(['certificateValue', i18next.t('applications.security.certificateValueMissing')]);
  }
  if (authMethod === 'registered' && tlsCertificates.trim() === '') {
    errors.push(['tlsCertificates', i18next.t('applications.security.invalidCertificates')]);
  }
  return errors;
}

function methodOf({ jwks, jwksUri, tlsClientAuth, tlsCertificates }: Application['customClientMetadata']) {
  if (tlsClientAuth || tlsCertificates) {
    return tlsClientAuth ? 'issued' : 'registered';
  }
  return jwks || jwksUri ? 'key' : 'secret';
}

export const credentialsOf = (custom: Application['customClientMetadata']): CredentialValues => ({
  authMethod: methodOf(custom),
  jwks: custom.jwks ? JSON.stringify(custom.jwks, null, 2) : '',
  jwksUri: custom.jwksUri ?? '',
  certificateName: custom.tlsClientAuth?.name ?? 'subjectDn',
  certificateValue: custom.tlsClientAuth?.value ?? '',
  tlsCertificates: (custom.tlsCertificates ?? []).join(''),
  isCertificateBound: custom.isCertificateBound ?? false,
  isSignedRequestRequired: custom.isSignedRequestRequired ?? false,
  isSignedResponseRequired: custom.isSignedResponseRequired ?? false,
  isFapi: custom.securityProfile === 'fapi2',
});

/** The settings of the chosen method; those of the others are removed. */
export function credentialsUpdate(values: CredentialValues): CustomClientMetadata {
  const { authMethod, certificateName: name, certificateValue: value } = values;
  const usesKeys = showsKeys(values);
  return {
    jwks: usesKeys && values.jwks.trim() !== '' ? parseKeys(values.jwks) : undefined,
    jwksUri: usesKeys && authMethod !== 'registered' && values.jwksUri !== '' ? values.jwksUri : undefined,
    tlsClientAuth: authMethod === 'issued' ? { name, value } : undefined,
    tlsCertificates: authMethod === 'registered' ? splitPem(values.tlsCertificates) : undefined,
    isSignedRequestRequired: values.isSignedRequestRequired,
    securityProfile: values.isFapi ? 'fapi2' : undefined,
  };
}
