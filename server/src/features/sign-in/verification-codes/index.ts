import type { Feature } from '#platform/app';
import { verificationCodeRoutes } from './routes.ts';
import { deleteOldCodes } from './store.ts';

export { deliverCode } from './deliver.ts';
export { describeMessage } from './describe.ts';
export type { Binding } from './issue.ts';
export { enqueueNotice, noticeQueue, readNotification, sendNotice } from './notice.ts';
export { verifyCode } from './verify.ts';

export const verificationCodes: Feature = {
  name: 'verification-codes',
  tenantRoutes: verificationCodeRoutes,
  jobs: [{ name: 'verification-codes.clean', everySeconds: 3600, run: deleteOldCodes }],
};
