import type { Feature } from '#platform/app';
import { deleteOldAdditions } from './additions.store.ts';
import { sealedFactors } from './bind-factor.ts';
import { deleteOldTemporaryCodes } from './mfa.store.ts';
import { userRoutes } from './routes.ts';
import { deleteOldTrustedDevices } from './trusted-devices.store.ts';

export { markDevice, removeAdditions, wasAddedSince } from './additions.store.ts';
export { authn } from './authn.ts';
export {
  bindFactor,
  drawTotp,
  encodeBase32,
  isTotpSecret,
  newBackupCodes,
  openFactorSecret,
  ownerOf,
  sealFactorSecret,
  showFactor,
} from './bind-factor.ts';
export {
  type BulkUser,
  countSelected,
  type ExportedUser,
  findTaken,
  findTakenEmails,
  freezeFilter,
  insertUsers,
  listRoleNames,
  listSelectedIds,
  listUsersAfter,
  lockUsers,
  type Taken,
  updateUsers,
} from './bulk.store.ts';
export {
  createUser,
  createUsers,
  emitUserUpdated,
  mergeUserJson,
  removeUser,
  removeUsers,
  suspendUsers,
} from './change-user.ts';
export { createDigestChecker } from './check-digest.ts';
export type { ListFilter } from './list.store.ts';
export {
  deleteFactor,
  deleteFactorsSince,
  findFactors,
  findMfaChoices,
  insertFactor,
  type Passkey,
  renamePasskey,
  replaceFactors,
  type StoredFactor,
  takeTemporaryCode,
  updateMfaChoices,
} from './mfa.store.ts';
export { readMfaSettings, showMfaSettings } from './mfa-settings.ts';
export { internationalPhone, normalizeEmail, normalizeIdentifiers, normalizePhone } from './normalize.ts';
export {
  namePasskey,
  offerPasskey,
  passkeyHosts,
  readNewPasskey,
  requestPasskey,
  requireRoomForPasskeys,
  verifyPasskeyUse,
} from './passkeys.ts';
export { hashPassword, keyStream, needsUpgrade, type StoredPassword, verifyDecoy, verifyPassword } from './password.ts';
export { requireHashRoom, waitingHashes } from './queue-hashes.ts';
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
  type SignInPlace,
  touchSignIn,
} from './sign-in.store.ts';
export {
  advanceSecurityEpoch,
  type Credentials,
  findCredentials,
  findSecurityEpoch,
  findUser,
  findVerifiedEmail,
  markOwnChange,
  removePassword,
  updateUser,
  upgradePassword,
} from './store.ts';
export { digestTemporaryCode } from './temporary-code.ts';
export { verifyTotpCode } from './totp.ts';
export {
  deleteTrustedDevice,
  insertTrustedDevice,
  listTrustedDevices,
  touchTrustedDevice,
} from './trusted-devices.store.ts';

export const users: Feature = {
  name: 'users',
  sealed: [sealedFactors],
  tenantRoutes: userRoutes,
  jobs: [
    { name: 'users.forget-additions', everySeconds: 3600, run: deleteOldAdditions },
    { name: 'users.forget-temporary-codes', everySeconds: 3600, run: deleteOldTemporaryCodes },
    { name: 'users.forget-trusted-devices', everySeconds: 3600, run: deleteOldTrustedDevices },
  ],
};
