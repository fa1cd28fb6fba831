import type { Feature } from '#platform/app';
import { deleteOldAddressChanges } from './address-changes.store.ts';
import { accountAvatarRoutes } from './avatar.routes.ts';
import { accountMfaRoutes } from './mfa.routes.ts';
import { deleteOldRecords } from './records.store.ts';
import { accountRoutes } from './routes.ts';
import { sensitiveAccountRoutes } from './sensitive.routes.ts';
import { mySessionRoutes } from './sessions.routes.ts';
import { accountTokenRoutes } from './tokens.routes.ts';
import { undoRoutes } from './undo.routes.ts';
import { accountVerificationRoutes } from './verifications.routes.ts';

export type { Asked, Person } from './asked.ts';
export { getPermitted, getPerson, requireRecentAuth } from './change.ts';
export { getAccess } from './may.ts';
export { announce, type Notice, notify } from './notify.ts';
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
    mySessionRoutes(scope);
    accountTokenRoutes(scope);
    accountMfaRoutes(scope);
    accountVerificationRoutes(scope);
    undoRoutes(scope);
  },
  jobs: [
    { name: 'account.forget-records', everySeconds: 3600, run: deleteOldRecords },
    { name: 'account.forget-address-changes', everySeconds: 3600, run: deleteOldAddressChanges },
  ],
};
