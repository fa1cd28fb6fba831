import {
  AccessTokenWithoutResource,
  type Application,
  type ApplicationType,
  CreateApplication,
  CustomClientMetadata,
  certificateBoundTypes,
  subjectTypes,
  type UpdateApplication,
} from '@postern/contracts/access/applications';
import { IdTokenAlgorithm } from '@postern/contracts/access/signing-keys';
import { isOrigin, isRegisteredUri, isWebUrl } from '@postern/contracts/fields';
import i18next from 'i18next';
import { z } from 'zod';
import { jsonObjectText } from '#platform/form/json-object.ts';
import {
  credentialErrors,
  credentialFields,
  credentialsOf,
  credentialsUpdate,
  hasCredentials,
} from './credentials-form.ts';
import { signsPeopleIn } from './kinds.ts';

const defaultRefreshDays = 14;
const secondsPerDay = 86_400;

/** Value for a setting that is not set. */
export const automatic = 'automatic';

/** Rows that are valid and unique. */
function addresses(isValid: (value: string) => boolean, message: () => string) {
  return z.array(z.string().max(2048).refine(isValid, { error: message })).check(({ value, issues }) => {
    value.forEach((address, row) => {
      if (value.indexOf(address) < row) {
        issues.push({
          code: 'custom',
          path: [row],
          message: i18next.t('applications.redirects.duplicate'),
          input: address,
        });
      }
    });
  });
}

/** Only an installed app can own a custom scheme; elsewhere the redirect would fail (RFC 8252 §7.1). */
const redirectUris = (kind: ApplicationType) =>
  kind === 'Native'
    ? addresses(isRegisteredUri, () => i18next.t('applications.redirects.invalidUri'))
    : addresses(
        (value) => isWebUrl(value) && isRegisteredUri(value),
        () => i18next.t('applications.redirects.invalidWebUri'),
      );

/** Schema of the settings tab. Fields that a type does not have are neither validated nor sent. */
export const settingsForm = (kind: ApplicationType) =>
  fieldsOf(kind)
    .superRefine((values, context) => {
      for (const [field, message] of hasCredentials(kind) ? credentialErrors(values) : []) {
        context.addIssue({ code: 'custom', path: [field], message });
      }
    })
    .refine(
      ({ redirectUris: list, isDeviceFlow, isDeviceFlowEnabled }) =>
        !signsPeopleIn(kind) || isDeviceFlow || isDeviceFlowEnabled || list.length > 0,
      {
        path: ['redirectUris'],
        error: () => i18next.t('applications.redirects.required'),
        // Runs even if another field is invalid, so that all errors are shown at once.
        when: () => true,
      },
    );

const optionalWebAddress = () =>
  z
    .string()
    .trim()
    .max(2048)
    .refine((value) => value === '' || isWebUrl(value), { error: () => i18next.t('fields.webUrl') });

const fieldsOf = (kind: ApplicationType) =>
  z.object({
    name: CreateApplication.shape.name,
    description: z.string().max(2048),
    redirectUris: redirectUris(kind),
    postLogoutRedirectUris: addresses(isRegisteredUri, () => i18next.t('applications.redirects.invalidUri')),
    corsAllowedOrigins: addresses(isOrigin, () => i18next.t('applications.redirects.invalidOrigin')),
    alwaysIssueRefreshToken: z.boolean(),
    rotateRefreshToken: z.boolean(),
    refreshTokenTtlInDays: z
      .string()
      .transform((text) => Number(text.trim() || Number.NaN))
      .pipe(CustomClientMetadata.shape.refreshTokenTtlInDays.unwrap()),
    maxAllowedGrants: z
      .string()
      .transform((text) => (text.trim() === '' ? undefined : Number(text)))
      .refine((count) => CustomClientMetadata.shape.maxAllowedGrants.safeParse(count).success, {
        error: () => i18next.t('applications.refresh.grantsRange'),
      }),
    backchannelLogoutUri: optionalWebAddress(),
    backchannelLogoutSessionRequired: z.boolean(),
    frontchannelLogoutUri: optionalWebAddress(),
    frontchannelLogoutSessionRequired: z.boolean(),
    subjectType: z.enum(subjectTypes),
    sectorIdentifierUri: optionalWebAddress(),
    initiateLoginUri: optionalWebAddress(),
    isPushedRequestRequired: z.boolean(),
    isDpopRequired: z.boolean(),
    /** Shown but never changed. */
    isDeviceFlow: z.boolean(),
    isDeviceFlowEnabled: z.boolean(),
    allowTokenExchange: z.boolean(),
    isBackchannelAuthenticationEnabled: z.boolean(),
    backchannelNotificationUri: optionalWebAddress(),
    authorizationDetailsTypes: CustomClientMetadata.shape.authorizationDetailsTypes.unwrap(),
    idTokenSignedResponseAlg: z.union([IdTokenAlgorithm, z.literal(automatic)]),
    accessTokenWithoutResource: z.union([AccessTokenWithoutResource, z.literal(automatic)]),
    ...credentialFields,
    customData: jsonObjectText,
  });

export type SettingsOutput = z.output<ReturnType<typeof settingsForm>>;
export type SettingsValues = z.input<ReturnType<typeof settingsForm>>;

export function settingsOf({
  oidcClientMetadata: oidc,
  customClientMetadata: custom,
  ...app
}: Application): SettingsValues {
  const days =
    custom.refreshTokenTtlInDays ?? (custom.refreshTokenTtl ?? defaultRefreshDays * secondsPerDay) / secondsPerDay;
  return {
    name: app.name,
    description: app.description ?? '',
    redirectUris: oidc.redirectUris,
    postLogoutRedirectUris: oidc.postLogoutRedirectUris,
    corsAllowedOrigins: custom.corsAllowedOrigins ?? [],
    alwaysIssueRefreshToken: custom.alwaysIssueRefreshToken ?? false,
    rotateRefreshToken: custom.rotateRefreshToken ?? true,
    refreshTokenTtlInDays: String(Math.max(1, Math.round(days))),
    maxAllowedGrants: String(custom.maxAllowedGrants ?? ''),
    backchannelLogoutUri: oidc.backchannelLogoutUri ?? '',
    backchannelLogoutSessionRequired: oidc.backchannelLogoutSessionRequired ?? false,
    frontchannelLogoutUri: oidc.frontchannelLogoutUri ?? '',
    frontchannelLogoutSessionRequired: oidc.frontchannelLogoutSessionRequired ?? false,
    subjectType: oidc.subjectType ?? 'public',
    sectorIdentifierUri: oidc.sectorIdentifierUri ?? '',
    initiateLoginUri: oidc.initiateLoginUri ?? '',
    isPushedRequestRequired: custom.isPushedRequestRequired ?? false,
    isDpopRequired: custom.isDpopRequired ?? false,
    isDeviceFlow: custom.isDeviceFlow ?? false,
    isDeviceFlowEnabled: custom.isDeviceFlowEnabled ?? false,
    allowTokenExchange: custom.allowTokenExchange ?? false,
    isBackchannelAuthenticationEnabled: custom.isBackchannelAuthenticationEnabled ?? false,
    backchannelNotificationUri: custom.backchannelNotificationUri ?? '',
    authorizationDetailsTypes: custom.authorizationDetailsTypes ?? [],
    idTokenSignedResponseAlg: custom.idTokenSignedResponseAlg ?? automatic,
    accessTokenWithoutResource: custom.accessTokenWithoutResource ?? automatic,
    ...credentialsOf(custom),
    customData: JSON.stringify(app.customData, null, 2),
  };
}

/** Off settings are left out, because most types of applications cannot have them. */
const backchannelUpdate = ({
  isBackchannelAuthenticationEnabled: isOn,
  backchannelNotificationUri: uri,
}: SettingsOutput) => ({
  isBackchannelAuthenticationEnabled: isOn || undefined,
  backchannelNotificationUri: isOn && uri !== '' ? uri : undefined,
});

/** The server keeps pairwise subjects until the other type is named. */
const subjectsUpdate = ({ oidcClientMetadata: before }: Application, values: SettingsOutput) => ({
  subjectType: values.subjectType === 'pairwise' || before.subjectType ? values.subjectType : undefined,
  sectorIdentifierUri: (values.subjectType === 'pairwise' && values.sectorIdentifierUri) || undefined,
});

const unlessAutomatic = <T extends string>(value: T) =>
  value === automatic ? undefined : (value as Exclude<T, typeof automatic>);

/**
 * The update for the form values. JSON fields are replaced as a whole, so values that the form does not show are kept.
 */
export function updateOf(app: Application, values: SettingsOutput): UpdateApplication {
  const general = { name: values.name, description: values.description || null, customData: values.customData };
  const protection = {
    ...(hasCredentials(app.type) ? credentialsUpdate(values) : {}),
    ...(certificateBoundTypes.includes(app.type) ? { isCertificateBound: values.isCertificateBound } : {}),
    isDpopRequired: values.isDpopRequired,
    allowTokenExchange: values.allowTokenExchange || undefined,
    authorizationDetailsTypes:
      values.authorizationDetailsTypes.length > 0 ? values.authorizationDetailsTypes : undefined,
  };
  if (!signsPeopleIn(app.type)) {
    return { ...general, customClientMetadata: { ...app.customClientMetadata, ...protection } };
  }
  return {
    ...general,
    oidcClientMetadata: {
      ...app.oidcClientMetadata,
      redirectUris: values.redirectUris,
      postLogoutRedirectUris: values.postLogoutRedirectUris,
      backchannelLogoutUri: values.backchannelLogoutUri || undefined,
      backchannelLogoutSessionRequired: values.backchannelLogoutSessionRequired,
      frontchannelLogoutUri: values.frontchannelLogoutUri || undefined,
      frontchannelLogoutSessionRequired: values.frontchannelLogoutSessionRequired || undefined,
      initiateLoginUri: values.initiateLoginUri || undefined,
      ...subjectsUpdate(app, values),
    },
    customClientMetadata: {
      ...app.customClientMetadata,
      corsAllowedOrigins: values.corsAllowedOrigins,
      alwaysIssueRefreshToken: values.alwaysIssueRefreshToken,
      rotateRefreshToken: values.rotateRefreshToken,
      refreshTokenTtlInDays: values.refreshTokenTtlInDays,
      maxAllowedGrants: values.maxAllowedGrants,
      ...protection,
      isPushedRequestRequired: values.isPushedRequestRequired,
      isSignedResponseRequired: values.isSignedResponseRequired,
      isDeviceFlowEnabled: values.isDeviceFlowEnabled,
      ...backchannelUpdate(values),
      idTokenSignedResponseAlg: unlessAutomatic(values.idTokenSignedResponseAlg),
      accessTokenWithoutResource: unlessAutomatic(values.accessTokenWithoutResource),
    },
  };
}
