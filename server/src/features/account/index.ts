import type { Feature } from '#platform/app';
import { accountAvatarRoutes } from './avatar.routes.ts';
import { accountMfaRoutes } from './mfa.routes.ts';
import { deleteOldRecords } from './records.store.ts';
import { accountRoutes } from './routes.ts';
import { sensitiveAccountRoutes } from './sensitive.routes.ts';
import { accountTokenRoutes } from './tokens.routes.ts';
import { accountVerificationRoutes } from './verifications.routes.ts';

export { type Asked, actSensitively, getPermitted, getPerson, type Person } from './change.ts';
export { getAccess } from './may.ts';
export { type Notice, notify } from './notify.ts';
export { identityOf, isOwn } from './permit.ts';
export {
  type CodeProof,
  deletePasswordRecords,
  deleteRecord,
  insertRecord,
  type KeptRecord,
  listRecords,
  type SocialProof,
} from './records.store.ts';
export { requirePassword } from './verify-password.ts';

export const account: Feature = {
  name: 'account',
  tenantRoutes: (scope) => {
    accountRoutes(scope);
    accountAvatarRoutes(scope);
    sensitiveAccountRoutes(scope);
    accountTokenRoutes(scope);
    accountMfaRoutes(scope);
    accountVerificationRoutes(scope);
  },
  jobs: [{ name: 'account.forget-records', everySeconds: 3600, run: deleteOldRecords }],
};
