import type { Feature } from '#platform/app';
import { userRoutes } from './routes.ts';

export { findProvenAddresses, type ProvenAddresses } from './addresses.store.ts';
export { bindFactor, drawTotp, isTotpSecret, newBackupCodes, openFactorSecret, ownerOf } from './bind-factor.ts';
export { type BulkUser, findTaken, insertUsers, type Taken, updateUsers } from './bulk.store.ts';
export { createDigestChecker } from './check-digests.ts';
export { createUser } from './create.ts';
export { emitUserUpdated } from './emit-user-updated.ts';
export { type ExportedUser, listRoleNames, listUsersAfter } from './export.store.ts';
export { deleteIdentity, putIdentity } from './identities.store.ts';
export type { ListFilter } from './list.store.ts';
export { mergeUserJson } from './merge-json.ts';
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
export { removeUser, removeUsers } from './remove.ts';
export { countSelected, freezeFilter, listSelectedIds, lockUsers } from './select.store.ts';
export { showFactor } from './show-factor.ts';
export {
  claimAddress,
  completeSignIn,
  findByIdentity,
  type LinkedPerson,
  type SignInChanges,
  touchSignIn,
} from './sign-in.store.ts';
export { findCredentials, findUser, updateUser, upgradePassword } from './store.ts';
export { suspendUsers } from './suspend.ts';

export const users: Feature = { name: 'users', tenantRoutes: userRoutes };
