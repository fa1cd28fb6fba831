import { z } from 'zod';
import { OrganizationWithRoles } from '../access/organization.ts';
import { endpoint } from '../endpoint.ts';
import {
  Avatar,
  CustomData,
  Email,
  JsonObject,
  PageQuery,
  Phone,
  searchQuery,
  Timestamp,
  Username,
} from '../fields.ts';
import { UserSort, userFilterShape } from './user-filter.ts';

export const userSearchFields = ['id', 'primaryEmail', 'primaryPhone', 'username', 'name'] as const;
export const passwordMethods = ['Argon2i', 'Argon2id', 'Argon2d', 'SHA1', 'SHA256', 'MD5', 'Bcrypt', 'Legacy'] as const;
export const PasswordMethod = z.enum(passwordMethods);
export type PasswordMethod = z.infer<typeof PasswordMethod>;

const text = z.string().max(1024).optional();

export const UserProfile = z.strictObject({
  familyName: text,
  givenName: text,
  middleName: text,
  nickname: text,
  preferredUsername: text,
  profile: text,
  website: text,
  gender: text,
  birthdate: text,
  zoneinfo: text,
  locale: text,
  address: z
    .strictObject({
      formatted: text,
      streetAddress: text,
      locality: text,
      region: text,
      postalCode: text,
      country: text,
    })
    .optional(),
});
export type UserProfile = z.infer<typeof UserProfile>;

export const Identity = z.object({ userId: z.string(), details: JsonObject.optional() });

/** An account at an enterprise provider. */
export const UserSsoIdentity = z.object({
  tenantId: z.string(),
  id: z.string(),
  userId: z.string(),
  issuer: z.string(),
  identityId: z.string(),
  detail: JsonObject,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  ssoConnectorId: z.string(),
});
export type UserSsoIdentity = z.infer<typeof UserSsoIdentity>;

export const User = z.object({
  id: z.string(),
  username: z.string().nullable(),
  primaryEmail: z.string().nullable(),
  primaryPhone: z.string().nullable(),
  name: z.string().nullable(),
  avatar: z.string().nullable(),
  customData: JsonObject,
  identities: z.record(z.string(), Identity),
  lastSignInAt: Timestamp.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  profile: z.object(UserProfile.shape),
  applicationId: z.string().nullable(),
  isSuspended: z.boolean(),
  hasPassword: z.boolean().optional(),
  ssoIdentities: z.array(UserSsoIdentity).optional(),
});
export type User = z.infer<typeof User>;

const Name = z.string().max(128);
/** As at sign-in; the policy of the tenant sets the actual limit. */
export const maxPasswordLength = 1024;
const Password = z.string().min(1).max(maxPasswordLength);

export const CreateUser = z.strictObject({
  primaryPhone: Phone.optional(),
  primaryEmail: Email.optional(),
  username: Username.optional(),
  password: Password.optional(),
  passwordDigest: z.string().max(256).optional(),
  passwordAlgorithm: PasswordMethod.optional(),
  name: Name.optional(),
  avatar: Avatar.nullish(),
  customData: CustomData.optional(),
  profile: UserProfile.optional(),
});
export type CreateUser = z.infer<typeof CreateUser>;

/** An identifier that is locked because of too many wrong guesses. */
export const Lockout = z.object({ target: z.string(), until: Timestamp });
export type Lockout = z.infer<typeof Lockout>;

const clearable = <S extends z.ZodType>(schema: S) => schema.or(z.literal('')).nullish();

export const UpdateUser = z.strictObject({
  username: clearable(Username),
  primaryEmail: clearable(Email),
  primaryPhone: clearable(Phone),
  name: clearable(Name),
  avatar: Avatar.nullish(),
  customData: CustomData.optional(),
  profile: UserProfile.optional(),
});
export type UpdateUser = z.infer<typeof UpdateUser>;

export const PasswordState = z.object({
  /** Passwords expire in this tenant. */
  isEnabled: z.boolean(),
  /** By the mark of an administrator or by its age; false while passwords do not expire. */
  hasExpired: z.boolean(),
  isMarked: z.boolean(),
  /** Null if there is no password, or it was set before this was stored. */
  updatedAt: Timestamp.nullable(),
  /** By its age. Null if there is no password, or passwords do not expire. */
  expiresAt: Timestamp.nullable(),
});
export type PasswordState = z.infer<typeof PasswordState>;

/** With `includePasswordHash`. */
export const UserWithHash = User.extend({
  passwordDigest: z.string().nullable().optional(),
  passwordAlgorithm: PasswordMethod.nullable().optional(),
});
export type UserWithHash = z.infer<typeof UserWithHash>;
const passwordHash = { includePasswordHash: z.string().optional() };

const Id = z.object({ userId: z.string() });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'Users' } as const;
const inUse = ['user.username_already_in_use', 'user.email_already_in_use', 'user.phone_already_in_use'] as const;

export const usersApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/users',
    summary: 'List users, newest first by default.',
    query: searchQuery(userSearchFields)
      .extend(PageQuery.shape)
      .extend({
        excludeRoleId: z.string().optional(),
        excludeOrganizationId: z.string().optional(),
        ...userFilterShape,
        sort: UserSort,
        /** `capped` stops counting at `maxCounted`, which keeps the response fast if nearly all users match. */
        count: z.enum(['exact', 'capped']).optional(),
        ...passwordHash,
      }),
    response: z.array(UserWithHash),
    withheld: ['passwordDigest'],
    paged: 'always',
    errors: ['request.invalid_input', 'guard.invalid_pagination'],
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/api/users',
    summary: 'Create a user, with a password or a password digest.',
    body: CreateUser,
    response: User,
    errors: [
      'user.password_and_digest',
      'user.password_algorithm_required',
      'password.unsupported_encryption_method',
      'password.invalid_legacy_password_format',
      'password.unsupported_legacy_hash_algorithm',
      'role.default_role_missing',
      'user.invalid_phone',
      ...inUse,
    ],
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/users/:userId',
    summary: 'Get a user.',
    params: Id,
    query: z.object({ includeSsoIdentities: z.string().optional(), ...passwordHash }),
    response: UserWithHash,
    withheld: ['passwordDigest'],
    errors: ['entity.not_found'],
  }),
  update: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/users/:userId',
    summary: 'Update a user. An empty string or null removes an identifier.',
    params: Id,
    body: UpdateUser,
    response: User,
    errors: ['entity.not_found', 'entity.invalid_input', 'user.invalid_phone', ...inUse],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/users/:userId',
    summary: 'Delete a user with their sessions and tokens.',
    params: Id,
    errors: ['entity.not_found', 'user.cannot_delete_self'],
  }),
  getCustomData: endpoint({
    ...common,
    method: 'GET',
    path: '/api/users/:userId/custom-data',
    summary: 'Get the custom data of a user.',
    params: Id,
    response: JsonObject,
    errors: ['entity.not_found'],
  }),
  patchCustomData: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/users/:userId/custom-data',
    summary: 'Merge keys into the custom data of a user.',
    params: Id,
    body: z.strictObject({ customData: CustomData }),
    response: JsonObject,
    errors: ['entity.not_found'],
  }),
  patchProfile: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/users/:userId/profile',
    summary: 'Merge keys into the profile of a user.',
    params: Id,
    body: z.strictObject({ profile: UserProfile }),
    response: z.object(UserProfile.shape),
    errors: ['entity.not_found'],
  }),
  setPassword: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/users/:userId/password',
    summary: 'Set a new password. The password policy does not apply.',
    params: Id,
    body: z.strictObject({ password: Password }),
    response: User,
    errors: ['entity.not_found'],
  }),
  getPasswordExpiration: endpoint({
    ...common,
    method: 'GET',
    path: '/api/users/:userId/password/expiration',
    summary: 'Get whether the password of a user has expired, and when it does.',
    params: Id,
    response: PasswordState,
    errors: ['entity.not_found'],
  }),
  expirePassword: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/users/:userId/password/expiration',
    summary: 'Mark the password of a user as expired, so that they must choose another one, or take the mark away.',
    params: Id,
    body: z.strictObject({ isExpired: z.boolean() }),
    response: User,
    errors: ['entity.not_found', 'sign_in_experiences.password_expiration_not_enabled'],
  }),
  verifyPassword: endpoint({
    ...common,
    method: 'POST',
    path: '/api/users/:userId/password/verify',
    summary: 'Verify a password.',
    params: Id,
    body: z.strictObject({ password: Password }),
    errors: ['entity.not_found', 'session.invalid_credentials', 'session.verification_blocked_too_many_attempts'],
  }),
  hasPassword: endpoint({
    ...common,
    method: 'GET',
    path: '/api/users/:userId/has-password',
    summary: 'Get whether a user has a password.',
    params: Id,
    response: z.object({ hasPassword: z.boolean() }),
    errors: ['entity.not_found'],
  }),
  listOrganizations: endpoint({
    ...common,
    method: 'GET',
    path: '/api/users/:userId/organizations',
    summary: 'List the organizations of a user, with the roles of the user in each.',
    params: Id,
    response: z.array(OrganizationWithRoles),
    errors: ['entity.not_found'],
  }),
  /** Our extension of the wire: shows administrators why a user is rejected. */
  listLockouts: endpoint({
    ...common,
    method: 'GET',
    path: '/api/users/:userId/lockouts',
    summary: 'List the locked-out identifiers of a user, with the time when each lockout ends.',
    params: Id,
    response: z.array(Lockout),
    errors: ['entity.not_found'],
  }),
  setSuspended: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/users/:userId/is-suspended',
    summary: 'Suspend or reactivate a user. Suspension ends sessions and tokens immediately.',
    params: Id,
    body: z.strictObject({ isSuspended: z.boolean() }),
    response: User,
    errors: ['entity.not_found'],
  }),
} as const;
