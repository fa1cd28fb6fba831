import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { JsonObject } from '../fields.ts';
import { tokenExchangeGrant } from '../wire.ts';
import { EnvironmentVariables, Script, ScriptFailure, ScriptOutput } from './scripts.ts';

export const customTokenTypes = ['access-token', 'client-credentials'] as const;
export const CustomTokenType = z.enum(customTokenTypes);
export type CustomTokenType = z.infer<typeof CustomTokenType>;

/** Claims that the engine sets; a script cannot set them. */
export const reservedClaims = [
  'iss',
  'sub',
  'aud',
  'exp',
  'iat',
  'nbf',
  'jti',
  'client_id',
  'azp',
  'scope',
  'authorization_details',
  'sid',
  'nonce',
  'auth_time',
  'acr',
  'amr',
  'at_hash',
  'c_hash',
  's_hash',
  'act',
  'may_act',
  'cnf',
  'kid',
  'typ',
  'alg',
  'organization_id',
] as const;

const text = z.string().optional();
const MachineToken = {
  jti: text,
  aud: z.union([z.string(), z.array(z.string())]).optional(),
  scope: text,
  clientId: text,
};

export const AccessTokenSample = z.strictObject({
  ...MachineToken,
  accountId: text,
  expiresWithSession: z.boolean().optional(),
  grantId: text,
  gty: text,
  sessionUid: text,
  sid: text,
  kind: z.literal('AccessToken').optional(),
});

export const ClientCredentialsSample = z.strictObject({
  ...MachineToken,
  kind: z.literal('ClientCredentials').optional(),
});

/** Allows other fields, for example of later versions: the sample belongs to its author. */
const UserSample = z.looseObject({
  id: z.string().min(1).max(12).optional(),
  username: z.string().max(128).nullish(),
  primaryEmail: z.string().max(128).nullish(),
  primaryPhone: z.string().max(128).nullish(),
  name: z.string().max(128).nullish(),
  avatar: z.string().max(2048).nullish(),
  customData: JsonObject.optional(),
  identities: z.record(z.string(), z.looseObject({ userId: z.string(), details: JsonObject.optional() })).optional(),
  lastSignInAt: z.number().nullish(),
  createdAt: z.number().optional(),
  updatedAt: z.number().optional(),
  profile: JsonObject.optional(),
  applicationId: z.string().max(21).nullish(),
  isSuspended: z.boolean().optional(),
  hasPassword: z.boolean().optional(),
  ssoIdentities: z.array(JsonObject).optional(),
  mfaVerificationFactors: z.array(z.string()).optional(),
  roles: z.array(z.looseObject({ id: z.string(), name: z.string() })).optional(),
  organizations: z.array(z.looseObject({ id: z.string(), name: z.string() })).optional(),
  organizationRoles: z
    .array(z.looseObject({ organizationId: z.string(), roleId: z.string(), roleName: z.string() }))
    .optional(),
});

/** The application that requests the token, without secrets. */
const application = z.looseObject({ id: z.string().optional(), name: z.string().optional() }).optional();

export const MachineContextSample = z.strictObject({ application });

export const ContextSample = z.strictObject({
  user: UserSample,
  application,
  /** The organization that the request names. */
  organization: z
    .looseObject({
      id: z.string().optional(),
      name: z.string().optional(),
      description: z.string().nullish(),
      customData: JsonObject.optional(),
    })
    .optional(),
  grant: z
    .strictObject({ type: z.literal(tokenExchangeGrant).optional(), subjectTokenContext: JsonObject.optional() })
    .optional(),
  interaction: z
    .looseObject({
      interactionEvent: z.enum(['SignIn', 'Register', 'ForgotPassword']).optional(),
      userId: text,
      verificationRecords: z.array(JsonObject).optional(),
      signInContext: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
});

/** Whether no token is issued if the script fails. By default it is issued without the claims of the script. */
const blockIssuanceOnError = z.boolean().optional();

/** The body for each token type; the path selects one. */
export const customJwtSchemas = {
  'access-token': z.strictObject({
    script: Script,
    environmentVariables: EnvironmentVariables.optional(),
    contextSample: ContextSample.optional(),
    tokenSample: AccessTokenSample.optional(),
    blockIssuanceOnError,
  }),
  'client-credentials': z.strictObject({
    script: Script,
    environmentVariables: EnvironmentVariables.optional(),
    // Earlier releases accepted any object.
    contextSample: MachineContextSample.loose().optional(),
    tokenSample: ClientCredentialsSample.optional(),
    blockIssuanceOnError,
  }),
} as const;

const CustomJwtBody = z.strictObject({
  script: Script,
  environmentVariables: EnvironmentVariables.optional(),
  contextSample: JsonObject.optional(),
  tokenSample: JsonObject.optional(),
  blockIssuanceOnError,
});

export const CustomJwt = z.object({
  script: z.string(),
  environmentVariables: z.record(z.string(), z.string()).optional(),
  contextSample: JsonObject.optional(),
  tokenSample: JsonObject.optional(),
  blockIssuanceOnError,
});
export type CustomJwt = z.infer<typeof CustomJwt>;

export const customJwtKeys = {
  'access-token': 'jwt.accessToken',
  'client-credentials': 'jwt.clientCredentials',
} as const;

const testing = { script: Script, environmentVariables: EnvironmentVariables.optional() };

export const TestCustomJwt = z.discriminatedUnion('tokenType', [
  z.strictObject({
    ...testing,
    tokenType: z.literal('access-token'),
    token: AccessTokenSample,
    context: ContextSample,
  }),
  z.strictObject({
    ...testing,
    tokenType: z.literal('client-credentials'),
    token: ClientCredentialsSample,
    context: MachineContextSample.optional(),
  }),
]);
export type TestCustomJwt = z.infer<typeof TestCustomJwt>;

/** The full result of a test: outcome, printed output and duration. */
export const TestReport = z.object({
  claims: JsonObject.optional(),
  /** Claim names that the script returned and the engine ignores. */
  dropped: z.array(z.string()),
  denied: z.string().optional(),
  failure: ScriptFailure.optional(),
  output: z.array(ScriptOutput),
  milliseconds: z.number(),
});
export type TestReport = z.infer<typeof TestReport>;

const TypePath = z.object({ tokenTypePath: CustomTokenType });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'Custom JWT' } as const;
const storing = [
  'guard.invalid_input',
  'jwt_customizer.can_not_create_for_admin_tenant',
  'vault.not_configured',
  'vault.unreadable',
] as const;

export const customJwtApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/configs/jwt-customizer',
    summary: 'List the scripts that add claims to tokens.',
    response: z.array(z.object({ key: z.enum(['jwt.accessToken', 'jwt.clientCredentials']), value: CustomJwt })),
    errors: ['vault.unreadable'],
    withheld: ['environmentVariables'],
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/configs/jwt-customizer/:tokenTypePath',
    summary: 'Get the script for a type of token.',
    params: TypePath,
    response: CustomJwt,
    errors: ['entity.not_exists_with_id', 'vault.unreadable'],
    withheld: ['environmentVariables'],
  }),
  save: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/configs/jwt-customizer/:tokenTypePath',
    quota: ['customJwtEnabled'],
    summary: 'Create or replace the script for a type of token. Returns 201 the first time.',
    params: TypePath,
    body: CustomJwtBody,
    response: CustomJwt,
    status: [200, 201],
    errors: storing,
  }),
  update: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/configs/jwt-customizer/:tokenTypePath',
    summary: 'Update the script for a type of token.',
    params: TypePath,
    body: CustomJwtBody.partial(),
    response: CustomJwt,
    errors: ['entity.not_exists_with_id', ...storing],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/configs/jwt-customizer/:tokenTypePath',
    summary: 'Delete the script for a type of token. New tokens contain no custom claims.',
    params: TypePath,
    errors: ['entity.not_found'],
  }),
  test: endpoint({
    ...common,
    method: 'POST',
    path: '/api/configs/jwt-customizer/test',
    summary: 'Test a script with sample data. Returns the claims that it would add.',
    body: TestCustomJwt,
    response: JsonObject,
    errors: ['jwt_customizer.general'],
  }),
  testReport: endpoint({
    ...common,
    method: 'POST',
    path: '/api/configs/jwt-customizer/test/report',
    summary: 'Test a script with sample data. Returns its result, output and duration.',
    body: TestCustomJwt,
    response: TestReport,
  }),
} as const;
