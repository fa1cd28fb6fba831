import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const throttleApi = {
  /** The wire names the table of attempts; we name its purpose. */
  unlock: endpoint({
    auth: { kind: 'management' },
    document: 'management',
    tag: 'Users',
    method: 'POST',
    path: '/api/sentinel-activities/delete',
    summary: 'Delete failed attempts, so that people who are locked out can sign in again.',
    body: z.strictObject({
      targetType: z.enum(['User', 'App']),
      targets: z.array(z.string().min(1).max(256)).max(100),
    }),
  }),
} as const;
