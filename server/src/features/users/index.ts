import type { Feature } from '#platform/app';
import { userRoutes } from './routes.ts';

export { findProvenAddresses, type ProvenAddresses } from './addresses.store.ts';
export { createUser } from './create.ts';
export { deleteIdentity, putIdentity } from './identities.store.ts';
export { mergeUserJson } from './merge-json.ts';
export { normalizeEmail, normalizePhone } from './normalize.ts';
export { hashPassword, needsUpgrade, type StoredPassword, verifyDecoy, verifyPassword } from './password.ts';
export {
  claimAddress,
  completeSignIn,
  findByIdentity,
  type LinkedPerson,
  type SignInChanges,
  touchSignIn,
} from './sign-in.store.ts';
export { findCredentials, findUser, updateUser, upgradePassword } from './store.ts';

export const users: Feature = { name: 'users', tenantRoutes: userRoutes };
