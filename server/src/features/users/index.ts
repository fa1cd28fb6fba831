import type { Feature } from '#platform/app';
import { userRoutes } from './routes.ts';

export { createUser } from './create.ts';
export { normalizeEmail, normalizePhone } from './normalize.ts';
export { hashPassword, needsUpgrade, type StoredPassword, verifyDecoy, verifyPassword } from './password.ts';
export {
  findCredentials,
  findUser,
  mergeUserJson,
  touchSignIn,
  updateUser,
} from './store.ts';

export const users: Feature = { name: 'users', tenantRoutes: userRoutes };
