import {
  CreateSamlApplication,
  maxAdditionalAcsUrls,
  NameIdFormat,
  type SamlApplication,
  type SamlService,
  samlBindings,
  type UpdateSamlApplication,
} from '@postern/contracts/access/saml-applications';
import { isWebUrl } from '@postern/contracts/fields';
import i18next from 'i18next';
import { z } from 'zod';
import { jsonObjectText } from '#platform/form/json-object.ts';

const text = (max: number) => z.string().max(max);
const optionalUrl = text(2048).refine((value) => value === '' || isWebUrl(value), {
  error: () => i18next.t('fields.webUrl'),
});

const fields = z.object({
  name: CreateSamlApplication.shape.name,
  description: text(2048),
  entityId: text(128).refine((value) => value.trim() !== '', {
    error: () => i18next.t('samlApplications.service.entityIdRequired'),
  }),
  acsUrl: text(2048).refine(isWebUrl, { error: () => i18next.t('samlApplications.service.acsUrlRequired') }),
  moreAcsUrls: z
    .array(text(2048).refine(isWebUrl, { error: () => i18next.t('fields.webUrl') }))
    .max(maxAdditionalAcsUrls),
  nameIdFormat: NameIdFormat,
  requestCertificate: text(16_384),
  isSignatureRequired: z.boolean(),
  encryptAssertion: z.boolean(),
  encryptThenSign: z.boolean(),
  encryptionCertificate: text(16_384),
  singleLogoutUrl: optionalUrl,
  isStartAllowed: z.boolean(),
  relayState: text(2048),
  customData: jsonObjectText,
});

/** Also checked if another field is invalid, so that all errors are shown at once. */
const always = { when: () => true };

export const SamlSettingsForm = fields
  .refine(({ isSignatureRequired, requestCertificate }) => !isSignatureRequired || requestCertificate.trim() !== '', {
    path: ['requestCertificate'],
    error: () => i18next.t('samlApplications.requests.certificateRequired'),
    ...always,
  })
  .refine(({ singleLogoutUrl, requestCertificate }) => !singleLogoutUrl || requestCertificate.trim() !== '', {
    path: ['singleLogoutUrl'],
    error: () => i18next.t('samlApplications.logout.needsCertificate'),
    ...always,
  })
  .refine(({ encryptAssertion, encryptionCertificate }) => !encryptAssertion || encryptionCertificate.trim() !== '', {
    path: ['encryptionCertificate'],
    error: () => i18next.t('samlApplications.encryption.certificateRequired'),
    ...always,
  });

export type SamlSettingsValues = z.input<typeof SamlSettingsForm>;
export type SamlSettingsOutput = z.output<typeof SamlSettingsForm>;

export const samlSettingsOf = (application: SamlApplication): SamlSettingsValues => ({
  name: application.name,
  description: application.description ?? '',
  entityId: application.entityId ?? '',
  acsUrl: application.acsUrl?.url ?? '',
  moreAcsUrls: application.additionalAcsUrls,
  nameIdFormat: application.nameIdFormat,
  requestCertificate: application.requestSigning?.certificate ?? '',
  isSignatureRequired: application.requestSigning?.isRequired ?? false,
  encryptAssertion: application.encryption?.encryptAssertion ?? false,
  encryptThenSign: application.encryption?.encryptThenSign ?? false,
  encryptionCertificate: application.encryption?.certificate ?? '',
  singleLogoutUrl: application.singleLogoutUrl ?? '',
  isStartAllowed: application.idpInitiated !== null,
  relayState: application.idpInitiated?.relayState ?? '',
  customData: JSON.stringify(application.customData, null, 2),
});

export function samlUpdateOf(values: SamlSettingsOutput): UpdateSamlApplication {
  const { encryptAssertion, encryptThenSign } = values;
  const certificate = values.encryptionCertificate.trim();
  const requestCertificate = values.requestCertificate.trim();
  return {
    name: values.name,
    description: values.description || null,
    customData: values.customData,
    entityId: values.entityId.trim(),
    acsUrl: { binding: samlBindings.post, url: values.acsUrl },
    additionalAcsUrls: values.moreAcsUrls,
    nameIdFormat: values.nameIdFormat,
    requestSigning: requestCertificate
      ? { certificate: requestCertificate, isRequired: values.isSignatureRequired }
      : null,
    encryption:
      encryptAssertion || certificate
        ? { encryptAssertion, encryptThenSign, ...(certificate ? { certificate } : {}) }
        : null,
    singleLogoutUrl: values.singleLogoutUrl || null,
    idpInitiated: values.isStartAllowed ? { ...(values.relayState ? { relayState: values.relayState } : {}) } : null,
  };
}

/** Fields that the metadata of the application fills. What it does not contain stays as it is. */
export function importedValues(service: SamlService): Partial<SamlSettingsValues> {
  const [acsUrl = '', ...moreAcsUrls] = service.acsUrls;
  return {
    entityId: service.entityId,
    acsUrl,
    moreAcsUrls,
    ...(service.nameIdFormat && { nameIdFormat: service.nameIdFormat }),
    ...(service.singleLogoutUrl && { singleLogoutUrl: service.singleLogoutUrl }),
    ...(service.signingCertificate && { requestCertificate: service.signingCertificate }),
    ...(service.isSignatureRequired && { isSignatureRequired: true }),
    // An application that publishes a key for encryption can decrypt.
    ...(service.encryptionCertificate && {
      encryptAssertion: true,
      encryptionCertificate: service.encryptionCertificate,
    }),
  };
}

/** Fields of the form by the path of the body. */
const bodyFields: Record<string, keyof SamlSettingsValues> = {
  'acsUrl.url': 'acsUrl',
  'requestSigning.certificate': 'requestCertificate',
  'encryption.certificate': 'encryptionCertificate',
  'idpInitiated.relayState': 'relayState',
};

export const samlLanding = {
  field: (path: string) =>
    bodyFields[path] ?? (path.replace(/^additionalAcsUrls/, 'moreAcsUrls') as keyof SamlSettingsValues),
};
