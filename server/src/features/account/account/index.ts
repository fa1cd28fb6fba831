import { noticeQueue } from '#features/sign-in/verification-codes';
import type { Feature } from '#platform/app';
import { deleteOldAddressChanges } from './address-changes.store.ts';
import { accountAvatarRoutes } from './avatar.routes.ts';
import { accountMfaRoutes } from './mfa.routes.ts';
import { sendAccountNotice } from './notify.ts';
import { deleteOldRecords } from './records.store.ts';
import { accountRoutes, undoRoutes } from './routes.ts';
import { sensitiveAccountRoutes } from './sensitive.routes.ts';
import { mySessionRoutes } from './sessions.routes.ts';
import { accountTokenRoutes } from './tokens.routes.ts';
import { accountVerificationRoutes } from './verifications.routes.ts';

export { type AccountRequest, getAccess, identityOf, isOwn, type Person } from './access.ts';
export { getPermitted, noteDevice, requireRecentAuth } from './change.ts';
export { keepWayIn } from './keep-way-in.ts';
export { addFactor } from './mfa.routes.ts';
export { announce, type Notice, notify } from './notify.ts';
export {
  type CodeProof,
  deletePasswordRecords,
  deleteRecord,
  insertRecord,
  type KeptRecord,
  listRecords,
  type Proof,
  renewPasswordRecords,
  type SocialProof,
} from './records.store.ts';
export { coversFactor, listDueFactors, requireRecentFactor } from './require-factor.ts';
export { endSessionsWithProof, readSessions } from './session-access.ts';
export { beginPasskeyUse, showPasskeyUse, takeFactorCode } from './verify-factor.ts';
export { beginPasskey, showPasskey } from './verify-passkey.ts';
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
  queues: [{ queue: noticeQueue, isOutbound: true, perTenant: 4, maxAttempts: 5, run: sendAccountNotice }],
  jobs: [
    { name: 'account.forget-records', everySeconds: 3600, run: deleteOldRecords },
    { name: 'account.forget-address-changes', everySeconds: 3600, run: deleteOldAddressChanges },
  ],
};
