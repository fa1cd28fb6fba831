import type { signInRequestsApi } from '@postern/contracts/sign-in/sign-in-requests';
import { callsOf, type Routes } from '../client.ts';

export const requestRoutes: Routes<typeof signInRequestsApi> = {
  list: 'GET /api/my-account/sign-in-requests',
  answer: 'POST /api/my-account/sign-in-requests/:id/answer',
};

export const callRequests = callsOf<typeof signInRequestsApi>(requestRoutes);
