import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { JsonObject, Timestamp, WebAddress } from '../fields.ts';
import { ApplicationType, CreateApplication, UpdateApplication } from './applications.ts';

export const samlBindings = {
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
  redirect: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
} as const;

export const nameIdFormats = {
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  emailAddress: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
} as const;
export const NameIdFormat = z.enum(nameIdFormats);
export type NameIdFormat = z.infer<typeof NameIdFormat>;

/** Claims of a user that an application can receive as attributes. */
export const samlClaims = [
  'sub',
  'name',
  'given_name',
  'family_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'email',
  'email_verified',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
  'phone_number',
  'phone_number_verified',
  'address',
  'updated_at',
  'username',
  'roles',
  'organizations',
  'organization_data',
  'organization_roles',
  'custom_data',
  'identities',
  'sso_identities',
  'created_at',
] as const;
export type SamlClaim = (typeof samlClaims)[number];

/** Sent when an application has no attribute mapping. */
export const defaultSamlClaims: readonly SamlClaim[] = ['sub', 'email', 'name'];

const AttributeName = z.string().max(256);
/** Each claim and the name of the attribute that contains it. */
export const SamlAttributeMapping = z.strictObject(
  // Every claim is a key; `fromEntries` loses that.
  Object.fromEntries(samlClaims.map((claim) => [claim, AttributeName.optional()])) as Record<
    SamlClaim,
    z.ZodOptional<typeof AttributeName>
  >,
);
export type SamlAttributeMapping = z.infer<typeof SamlAttributeMapping>;

/** `{{email}}` in a text stands for the claim of the user. */
export const claimPlaceholder = /\{\{\s*(\w+)\s*\}\}/g;

const isClaim = (name: string) => (samlClaims as readonly string[]).includes(name);

/** An attribute with a text: the same for all users, or with claims of the user in it. */
export const SamlTextAttribute = z.strictObject({
  name: AttributeName.min(1),
  value: z
    .string()
    .min(1)
    .max(2048)
    .refine(
      (value) => [...value.matchAll(claimPlaceholder)].every(([, name = '']) => isClaim(name)),
      'Names a claim that does not exist.',
    ),
});
export type SamlTextAttribute = z.infer<typeof SamlTextAttribute>;

const Certificate = z.string().max(16_384);

export const SamlAcsUrl = z.strictObject({ binding: z.enum(samlBindings), url: WebAddress });
export type SamlAcsUrl = z.infer<typeof SamlAcsUrl>;

export const SamlEncryption = z
  .strictObject({
    encryptAssertion: z.boolean().optional(),
    encryptThenSign: z.boolean().optional(),
    certificate: Certificate.optional(),
  })
  .superRefine(({ encryptAssertion, encryptThenSign, certificate }, { addIssue }) => {
    if (encryptAssertion && encryptThenSign === undefined) {
      addIssue({ code: 'custom', path: ['encryptThenSign'], message: 'Required to encrypt assertions.' });
    }
    if (encryptAssertion && !certificate) {
      addIssue({ code: 'custom', path: ['certificate'], message: 'Required to encrypt assertions.' });
    }
  });
export type SamlEncryption = z.infer<typeof SamlEncryption>;

/** How requests of the application are verified. A signature that is present is always checked. */
export const SamlRequestSigning = z.strictObject({ certificate: Certificate.min(1), isRequired: z.boolean() });
export type SamlRequestSigning = z.infer<typeof SamlRequestSigning>;

/** Sign-in without a request of the application. `relayState` is sent with each such response. */
export const SamlIdpInitiated = z.strictObject({ relayState: z.string().max(2048).optional() });

export const maxAdditionalAcsUrls = 20;
export const maxTextAttributes = 50;

const settings = {
  attributeMapping: SamlAttributeMapping,
  entityId: z.string().max(128).nullable(),
  acsUrl: SamlAcsUrl.nullable(),
  /** Other addresses that a request can name. Responses are posted to them. */
  additionalAcsUrls: z.array(WebAddress).max(maxAdditionalAcsUrls),
  /** Sent in addition to the mapped claims. */
  additionalAttributes: z.array(SamlTextAttribute).max(maxTextAttributes),
  encryption: SamlEncryption.nullable(),
  nameIdFormat: NameIdFormat,
  requestSigning: SamlRequestSigning.nullable(),
  singleLogoutUrl: WebAddress.nullable(),
  idpInitiated: SamlIdpInitiated.nullable(),
};
export const SamlSettings = z.object(settings);
export type SamlSettings = z.infer<typeof SamlSettings>;

const { name, description, customData } = CreateApplication.shape;
const optionalSettings = z.strictObject(settings).partial().shape;

export const CreateSamlApplication = z.strictObject({ name, description, customData, ...optionalSettings });
export type CreateSamlApplication = z.infer<typeof CreateSamlApplication>;

export const UpdateSamlApplication = z.strictObject({
  name: UpdateApplication.shape.name,
  description,
  customData,
  appLevelAccessControlEnabled: UpdateApplication.shape.appLevelAccessControlEnabled,
  ...optionalSettings,
});
export type UpdateSamlApplication = z.infer<typeof UpdateSamlApplication>;

export const SamlApplication = z.object({
  tenantId: z.string(),
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  type: ApplicationType,
  customData: JsonObject,
  isThirdParty: z.boolean(),
  appLevelAccessControlEnabled: z.boolean(),
  createdAt: Timestamp,
  ...settings,
});
export type SamlApplication = z.infer<typeof SamlApplication>;

/** A signing certificate. Its private key never leaves the server. */
export const SamlSecret = z.object({
  id: z.string(),
  certificate: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  active: z.boolean(),
  fingerprints: z.object({ sha256: z.object({ formatted: z.string(), unformatted: z.string() }) }),
});
export type SamlSecret = z.infer<typeof SamlSecret>;

export const maxCertificateYears = 100;
export const CreateSamlSecret = z.strictObject({ lifeSpanInYears: z.int().min(1).max(maxCertificateYears) });

export const maxSamlMetadataLength = 256_000;
export const SamlServiceMetadata = z.strictObject({ metadata: z.string().trim().min(1).max(maxSamlMetadataLength) });

/** What the metadata of an application says about it. Null and false stand for what it does not contain. */
export const SamlService = z.object({
  entityId: z.string(),
  /** Addresses for responses by HTTP-POST, the default one first. */
  acsUrls: z.array(z.string()),
  nameIdFormat: NameIdFormat.nullable(),
  singleLogoutUrl: z.string().nullable(),
  /** Verifies signatures of the application, in PEM format. */
  signingCertificate: z.string().nullable(),
  isSignatureRequired: z.boolean(),
  /** Encrypts assertions for the application, in PEM format. */
  encryptionCertificate: z.string().nullable(),
});
export type SamlService = z.infer<typeof SamlService>;

const Id = z.object({ id: z.string() });
const SecretParams = z.object({ id: z.string(), secretId: z.string() });
const common = { document: 'management', tag: 'Applications' } as const;
const management = { ...common, auth: { kind: 'management' } } as const;
const anonymous = { ...common, auth: { kind: 'none' } } as const;

/** Base64 of a message; messages are small, and RelayState is opaque (saml-bindings-2.0 §3.4.3). */
const Message = z.string().min(1).max(65_536);
const RelayState = z.string().max(2048).optional();
const RedirectQuery = z.object({
  SAMLRequest: Message,
  Signature: z.string().max(4096).optional(),
  SigAlg: z.string().max(256).optional(),
  RelayState,
});
const PostedForm = z.object({ SAMLRequest: Message, RelayState });
/** A request of an application, or its response to a request of ours. */
const either = { SAMLRequest: Message.optional(), SAMLResponse: Message.optional() };

const requestErrors = [
  'application.saml.invalid_saml_request',
  'application.saml.auth_request_issuer_not_match',
  'application.saml.request_signature_required',
  'application.saml.entity_id_required',
  'application.saml.acs_url_required',
  'entity.not_found',
] as const;

export const samlApplicationsApi = {
  create: endpoint({
    ...management,
    method: 'POST',
    path: '/api/saml-applications',
    quota: ['samlApplicationsLimit'],
    summary: 'Create a SAML application. It gets a signing certificate that is valid for three years.',
    body: CreateSamlApplication,
    response: SamlApplication,
    status: [201],
    errors: ['application.saml.acs_url_binding_not_supported', 'application.saml.invalid_certificate_pem_format'],
  }),
  readService: endpoint({
    ...management,
    method: 'POST',
    path: '/api/saml-applications/service-metadata',
    summary:
      'Read the metadata of a service provider. Returns values for the settings of an application and saves nothing.',
    body: SamlServiceMetadata,
    response: SamlService,
    status: [200],
    errors: ['application.saml.invalid_certificate_pem_format'],
  }),
  get: endpoint({
    ...management,
    method: 'GET',
    path: '/api/saml-applications/:id',
    summary: 'Get a SAML application.',
    params: Id,
    response: SamlApplication,
    errors: ['entity.not_exists_with_id', 'application.saml.saml_application_only'],
  }),
  update: endpoint({
    ...management,
    method: 'PATCH',
    path: '/api/saml-applications/:id',
    summary: 'Update a SAML application. JSON fields are replaced as a whole.',
    params: Id,
    body: UpdateSamlApplication,
    response: SamlApplication,
    errors: [
      'entity.not_exists_with_id',
      'request.invalid_input',
      'application.saml.saml_application_only',
      'application.saml.acs_url_binding_not_supported',
      'application.saml.invalid_certificate_pem_format',
    ],
  }),
  remove: endpoint({
    ...management,
    method: 'DELETE',
    path: '/api/saml-applications/:id',
    summary: 'Delete a SAML application and its certificates.',
    params: Id,
    errors: ['entity.not_exists_with_id', 'application.saml.saml_application_only'],
  }),
  listSecrets: endpoint({
    ...management,
    method: 'GET',
    path: '/api/saml-applications/:id/secrets',
    summary: 'List the signing certificates, newest first.',
    params: Id,
    response: z.array(SamlSecret),
    errors: ['entity.not_exists_with_id', 'application.saml.saml_application_only'],
  }),
  createSecret: endpoint({
    ...management,
    method: 'POST',
    path: '/api/saml-applications/:id/secrets',
    summary: 'Add a signing certificate. It is published in the metadata and signs after it is activated.',
    params: Id,
    body: CreateSamlSecret,
    response: SamlSecret,
    status: [201],
    errors: ['entity.not_exists_with_id', 'application.saml.saml_application_only'],
  }),
  updateSecret: endpoint({
    ...management,
    method: 'PATCH',
    path: '/api/saml-applications/:id/secrets/:secretId',
    summary: 'Activate or deactivate a signing certificate. Activating one deactivates the others.',
    params: SecretParams,
    body: z.strictObject({ active: z.boolean() }),
    response: SamlSecret,
    errors: ['entity.not_exists_with_id', 'application.saml.saml_application_only'],
  }),
  removeSecret: endpoint({
    ...management,
    method: 'DELETE',
    path: '/api/saml-applications/:id/secrets/:secretId',
    summary: 'Delete a signing certificate that is not active.',
    params: SecretParams,
    errors: [
      'entity.not_exists_with_id',
      'application.saml.saml_application_only',
      'application.saml.can_not_delete_active_secret',
    ],
  }),
  metadata: endpoint({
    ...anonymous,
    method: 'GET',
    path: '/api/saml-applications/:id/metadata',
    summary: 'Get the metadata of the identity provider for this application, as XML.',
    params: Id,
    file: ['text/xml'],
    status: [200],
    errors: ['entity.not_found', 'application.saml.no_active_secret'],
  }),
  callback: endpoint({
    ...anonymous,
    method: 'GET',
    path: '/api/saml-applications/:id/callback',
    summary: 'The browser returns here after sign-in. Returns a form that posts the SAML response to the application.',
    params: Id,
    query: z.object({
      code: z.string().max(1024).optional(),
      state: z.string().max(256).optional(),
      redirectUri: z.string().max(2048).optional(),
      error: z.string().max(256).optional(),
      error_description: z.string().max(2048).optional(),
    }),
    file: ['text/html'],
    status: [200],
    errors: [
      'oidc.invalid_request',
      'oidc.invalid_redirect_uri',
      'oidc.access_denied',
      'oidc.invalid_token',
      'application.saml.sp_initiated_saml_sso_session_not_found_in_cookies',
      'application.saml.sp_initiated_saml_sso_session_not_found',
      'application.saml.state_mismatch',
      'application.saml.missing_email_address',
      'application.saml.email_address_unverified',
      'application.saml.no_active_secret',
      'entity.not_found',
    ],
  }),
  requestByRedirect: endpoint({
    ...anonymous,
    method: 'GET',
    path: '/api/saml/:id/authn',
    summary: 'Start a sign-in with an authentication request (HTTP-Redirect binding).',
    params: Id,
    query: RedirectQuery,
    status: [302],
    errors: requestErrors,
  }),
  requestByPost: endpoint({
    ...anonymous,
    method: 'POST',
    path: '/api/saml/:id/authn',
    summary: 'Start a sign-in with an authentication request (HTTP-POST binding).',
    params: Id,
    body: PostedForm,
    status: [302],
    errors: requestErrors,
  }),
  start: endpoint({
    ...anonymous,
    method: 'GET',
    path: '/api/saml/:id/start',
    summary: 'Start a sign-in without a request of the application, if the application allows it.',
    params: Id,
    status: [302],
    errors: ['application.saml.idp_initiated_not_enabled', 'application.saml.acs_url_required', 'entity.not_found'],
  }),
  logOutByRedirect: endpoint({
    ...anonymous,
    method: 'GET',
    path: '/api/saml/:id/logout',
    summary: 'End the session of a user with a signed logout request, or answer one (HTTP-Redirect binding).',
    params: Id,
    query: RedirectQuery.extend(either),
    status: [302],
    errors: [...requestErrors, 'application.saml.single_logout_not_configured'],
  }),
  logOutByPost: endpoint({
    ...anonymous,
    method: 'POST',
    path: '/api/saml/:id/logout',
    summary: 'End the session of a user with a signed logout request, or answer one (HTTP-POST binding).',
    params: Id,
    body: PostedForm.extend(either),
    status: [302],
    errors: [...requestErrors, 'application.saml.single_logout_not_configured'],
  }),
} as const;
