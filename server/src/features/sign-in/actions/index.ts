import type { Feature } from '#platform/app';
import { actionRoutes } from './routes.ts';
import { sealedVariables } from './seal.ts';

export { decide, findEnabledAction, pretendToDecide } from './decide.ts';
export type { Verdict } from './judge.ts';
export { type ActionRow, isStillCurrent } from './store.ts';

export const actions: Feature = { name: 'actions', sealed: [sealedVariables], tenantRoutes: actionRoutes };
