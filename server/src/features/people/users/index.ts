import type { Feature } from '#platform/app';
import { userRoutes } from './routes.ts';

export {
  bindFactor,
  drawTotp,
  isTotpSecret,
  newBackupCodes,
  openFactorSecret,
  ownerOf,
  showFactor,
} from './bind-factor.ts';
export {
  type BulkUser,
  countSelected,
  type ExportedUser,
  findTaken,
  freezeFilter,
  insertUsers,
  listRoleNames,
  listSelectedIds,
  listUsersAfter,
  lockUsers,
  type Taken,
  updateUsers,
} from './bulk.store.ts';
export { createUser, emitUserUpdated, mergeUserJson, removeUser, removeUsers, suspendUsers } from './change-user.ts';
export { createDigestChecker } from './check-digest.ts';
export type { ListFilter } from './list.store.ts';
export {
  deleteFactor,
  findFactors,
  findMfaChoice,
  insertFactor,
  type Passkey,
  renamePasskey,
  updateMfaChoice,
} from './mfa.store.ts';
export { internationalPhone, normalizeEmail, normalizePhone } from './normalize.ts';
export { hashPassword, needsUpgrade, type StoredPassword, verifyDecoy, verifyPassword } from './password.ts';
export {
  claimAddress,
  completeSignIn,
  deleteIdentity,
  findByIdentity,
  findProvenAddresses,
  type LinkedPerson,
  type ProvenAddresses,
  putIdentity,
  type SignInChanges,
  touchSignIn,
} from './sign-in.store.ts';
export { findCredentials, findUser, updateUser, upgradePassword } from './store.ts';

export const users: Feature = { name: 'users', tenantRoutes: userRoutes };
